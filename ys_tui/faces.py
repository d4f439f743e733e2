"""How well somebody at the table is known here, and how a bot plays, in a few words. Pure."""

from protocol.messages import Chair
from ys_tui.client.snapshot import Face, Standing


def known(face: Face) -> str:
    """Return in a few words how well somebody is known here; nothing of oneself and of bots."""
    games = f"{face.games} game{'s' * (face.games != 1)} together"
    return {
        Standing.NEW: "new to you",
        Standing.KNOWN: f"known, {games}",
        Standing.RENAMED: f"known by another name, {games}",
        Standing.CHANGED: "NOT the key you know",
    }.get(face.standing, "")


def standing(face: Face) -> str:
    """Return the same, and of oneself and of bots what they are."""
    bot = f"a {bot_of(face.level)} of the server"
    return {Standing.SELF: "you", Standing.BOT: bot}.get(face.standing) or known(face)


def bot_of(level: str | None) -> str:
    """Return what a bot of `level` is: "greedy bot", or just "bot" where the level is not known."""
    return f"{level or ''} bot".lstrip()


def marked(chair: Chair) -> str:
    """Return who sits in a chair; of a bot, how it plays."""
    return f"{chair.name} ({bot_of(chair.level)})" if chair.bot else chair.name
