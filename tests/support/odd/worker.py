"""`python -m tests.support.odd.worker`: a process of the pool that knows the odd levels."""

import sys

from tests.support.odd.levels import enter
from ys_server.bots.worker import main

if __name__ == "__main__":
    enter()
    sys.exit(main())
