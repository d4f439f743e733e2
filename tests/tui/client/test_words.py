"""Words that can be read aloud: the same for the same key or log, others for another."""

import subprocess
import sys

from protocol.game import hash32
from tests.support.driver import secret
from ys_tui.client import words


def test_words_say_all_their_bits() -> None:
    """The words are the first 66 bits of the hash, eleven by eleven: nothing of them is lost."""
    from mnemonic import Mnemonic  # noqa: PLC0415  # what is compared with

    spelled = words.of_key(secret("ada")).split()
    numbers = [Mnemonic("english").wordlist.index(word) for word in spelled]
    bits = int.from_bytes(hash32(b"ys words", secret("ada")), "big") >> (256 - 66)
    assert len(spelled) == 6
    assert sum(number << 11 * (5 - at) for at, number in enumerate(numbers)) == bits


def test_pinned_words() -> None:
    """The words of a key never change from version to version: friends may have written them down."""
    assert words.of_key(bytes(32)) == "slush expect skull comfort blossom chapter"
    assert words.of_log(bytes(32)) == "awful wedding solution often ridge bomb pilot frown"


def test_another_key_has_other_words() -> None:
    """A thousand keys have a thousand fingerprints; a key and a log of the same bytes differ, too."""
    assert len({words.of_key(secret(number)) for number in range(1_000)}) == 1_000
    assert not words.of_log(secret(1)).startswith(words.of_key(secret(1)))


def test_the_list_is_loaded_when_words_are_asked_for() -> None:
    """Starting the client does not read two thousand words."""
    code = (
        "import sys; from ys_tui.client import words, store; assert 'mnemonic' not in sys.modules; "
        "words.of_key(bytes(32)); assert 'mnemonic' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
