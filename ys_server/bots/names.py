"""The names under which bots sit down: those of the legend of Ys and of its country."""

from collections.abc import Collection
from typing import Final

NAMES: Final = (
    "Dahut",
    "Gradlon",
    "Malgven",
    "Guénolé",
    "Corentin",
    "Ahès",
    "Nolwenn",
    "Riwal",
    "Azenor",
    "Tudual",
    "Enora",
    "Budoc",
    "Gwendal",
    "Katell",
    "Konan",
    "Maël",
    "Nominoë",
    "Rozenn",
    "Salaün",
    "Youenn",
)


def free_name(taken: Collection[str], first: int) -> str:
    """Return a name that is not `taken`, looking from number `first` on; one with a number when all are."""
    for number in range(len(NAMES)):
        name = NAMES[(first + number) % len(NAMES)]
        if name not in taken:
            return name
    number = 2
    while f"{NAMES[0]} {number}" in taken:
        number += 1
    return f"{NAMES[0]} {number}"
