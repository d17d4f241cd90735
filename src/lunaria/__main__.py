"""`python -m lunaria` is the command `lunaria`."""

from lunaria.cli import main

if __name__ == "__main__":
    main()
