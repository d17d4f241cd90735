"""One of the readers under Atheris, which looks for what is not tried yet.

`python fuzz/run.py code -max_total_time=600`: the name of a reader, and options of libFuzzer.
"""

import sys

import atheris

with atheris.instrument_imports(include=["lunaria.core", "lunaria.games"]):
    from fuzz.readers import READERS


def main() -> None:
    """Run it."""
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, READERS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
