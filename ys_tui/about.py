"""What the help says in words of its own. Text alone; a blank line parts paragraphs.

A key stands as `{table:u}`, by the part of the client in which it is there (`ys_tui.mentions.named`).
"""

from typing import Final

PLAYING: Final = """
Most victory points after four rounds win. Points come from the city as the rounds go by, and at the end
from gems, whose worth the market decides.

A round: everybody bids two brokers, closed, for who goes first. Then you place the others in turn, one face
up and one face down each time, in the four neighborhoods or in the market. At last all is turned over and
counted: gems, points, characters, prices.

What you choose is a draft, marked +: {table:Enter} sends it, {table:u} takes it back, and until then
nobody sees it. {choosing:Arrows or hjkl} move the mark, {table:Enter} takes what is marked, {table:0-4} take
a broker of that value, and {table:g} puts a letter at every place. With the mouse: a click takes a broker,
a place, an answer, or a key in the bar; pointing at something tells of it.

What you lay face down is seen by you alone, and by whose Spy looks at it. Numbers without a ? are certain;
3+? is 3 and something that you do not know.

{table:w} shows what would come out if all you know were counted now. {table:l} ({choosing:l} while you
choose) is the log of everything that happened, and why. {table:?} says which rules apply to what you are
asked or have marked.

While others think you may prepare your next move ({table:a}): it is sent when it is your turn, if it is
still possible.

ys tutorial explains a first round, decision by decision."""

BOTS: Final = """
Bots sit down where the host asks for one. Greedy takes what brings it most points at once, as far as it
can see; random takes anything that the rules allow, and is easy to beat. Which of them a bot is stands
beside its name before the game, and in {room:i} (who is who)."""

LOBBY: Final = """
The list has your own games first, marked when they wait for you, then open tables. {lobby:Enter} sits
down, comes back or watches: the line below says which. {lobby:n} opens a table; what it may choose is
explained as you go. {lobby:c} takes an invite code.

Whoever opens a table is its host: adds bots, puts somebody out, swaps chairs, hands the part on, and starts
as soon as all chairs are taken. Ready ({room:y}) only tells the others.

ys host runs a server on this machine: others type ys join and your address. Servers that announce
themselves are on the start screen of everybody on the same network; ys find lists them.

Leaving a running game loses nothing: it goes on and waits for you, and the lobby leads back to it. Only to
resign is for good, and that is asked twice.

ys turns tells which tables wait for you; ys keep stays connected for games over days."""

VOTES: Final = """
A clock throws nobody out. When a seat's time is over, or its person has been away for a while, the others
may vote ({table:v}): wait, let a bot play until they are back, go on without them, or end the game. More
than half of those who may vote decide.

A seat that a bot holds or that was given up is yours as before: {table:c} asks for it again, from the next
round on.

{table:P} votes for a pause, or to play on: more than half of the players decide. While the game is paused
no clock runs.

Clocks: none; 10 to 60 minutes for each seat, with 10 seconds more for each decision; or one, three or seven
days for each decision. A bell calls you when it is your turn and you look elsewhere (settings: Your turn).

{table:m} lets you hear somebody no more; others hear them as before."""

FAIR: Final = """
A value face down is in its owner's client alone. Server and players hold seals, fixed before the round;
when a broker is turned over, everybody checks that it is what was sealed.

Draws are made from numbers that all seats and the server fixed before the game: nobody can choose or
foresee them while one of them is honest. Every move is signed over all that came before.

If something does not fit, a red line says what, and the table stays marked. {table:i} shows who is who,
with the alarm in full.

Who sits there? In {table:i} everybody has six words. Let each read theirs aloud over a voice you know. The
words of the log tell whether you are all shown the same game.

A seat that is caught lying leaves. ys verify FILE checks a finished game without any server.

At a table that says Trust the host, its server can see what lies face down: for games over days, so that
nobody has to be there for things to be turned over."""

TROUBLE: Final = """
No link: nothing is lost. It is tried again by itself, what you chose waits, and your seat is kept.

A server runs another version: both sides need the same one. ys --version tells yours.

The terminal is too small: below 80x24 the board becomes a list, below that a line says what is needed. Make
the window larger, or the letters smaller (often ctrl and -).

Boxes instead of signs: choose plain letters in the settings, or start with --ascii.

No colours, or few: NO_COLOR and terminals with 16 colours have a theme of their own. Letters and signs tell
everything, too.

A key does nothing: while letters stand at the places they are places; {table:Esc} leaves. In tmux and
screen some ctrl keys are theirs; choose others (ys keys).

No screen, or a screen reader: ys --plain plays everything line by line.

Nothing is heard of servers around: some networks keep them apart. Type the address, or ys join ADDRESS.

A port is taken: ys host --port 0 takes a free one and says which.

Your identity file (ys id says where it is) is your chair in every game. Copy it to go on elsewhere; show it
to nobody."""
