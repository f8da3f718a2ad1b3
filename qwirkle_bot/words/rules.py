"""The rules in short, for someone who has never played."""

from __future__ import annotations

from typing import Final

from qwirkle_bot.languages import gettext_noop

RULES: Final = gettext_noop("""\
### Qwirkle in a minute
There are 108 tiles: six colors, six shapes, three of each kind. You hold six, and only you see \
them.

**Your turn.** Lay one or more tiles in one row or column, touching what lies there. Every line \
you make or lengthen holds either **one color with all shapes different** or **one shape with all \
colors different**. Or exchange tiles instead. Then you draw back to six.

**Points.** One for each tile of every line that you make or lengthen. A line of six is a \
**Qwirkle**: six more, twelve in all.

**The opening.** Whoever can lay the most tiles of one color or shape opens, with exactly that many.

**The end.** With the bag empty play goes on; whoever lays their last tile gets six more, and the \
game is over. The highest total wins.

**How to play here**
`/hand` shows your tiles, or press **My hand** beneath the board. Tap tiles, tap a spot, confirm.
`/place tiles: RC RS at: N20` types it: red circle at N20, then red square; `direction` is right, \
down, left or up. `/exchange tiles: RC GX` swaps tiles.
-# Colors R O Y G B P. Shapes C circle, S square, D diamond, L clover, X cross, T star.\
""")
