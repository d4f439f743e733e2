"""How well somebody at the table is known here, in a few words. Pure."""

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
    return {Standing.SELF: "you", Standing.BOT: "a bot of the server"}.get(face.standing) or known(face)
