"""The terminal client: screens, boards and what lies below the pixels.

Whatever of it is imported first, what a game needs nothing of is only bound from then on.
"""

from ys_tui import deferred

deferred.defer(*deferred.UNUSED, *deferred.SOON)
