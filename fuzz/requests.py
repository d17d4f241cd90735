"""Foreign requests thrown at a running server, made by Schemathesis of its OpenAPI document.

`python fuzz/requests.py --seconds 60`; it ends with 1 where an answer is none that is documented.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks.server import new_database, running

CONFIG = Path(__file__).with_name("schemathesis.toml")


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=600)
    given = parser.parse_args()
    program = Path(sys.executable).with_name("schemathesis")
    with new_database() as database, running(database) as server:
        asked = ["run", f"{server.address}openapi.json", "--max-time", str(given.seconds)]
        return subprocess.run([program, "--config-file", CONFIG, *asked]).returncode


if __name__ == "__main__":
    sys.exit(main())
