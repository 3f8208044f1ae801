"""``python -m claimstar`` is the command ``claimstar``."""

from claimstar.cli.main import main

if __name__ == "__main__":
    main()
