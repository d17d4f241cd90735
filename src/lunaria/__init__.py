"""Lunaria: a table for card games under the night sky."""

from typing import Any

from lunaria.core.replay import Line
from lunaria.games import game_of, read_deal

__all__ = ["Play", "__version__"]

__version__ = "0.1.0"


class Play(Line[Any]):
    """A game of the deal that a text names; a notebook shows it as a picture.

    Raises NotReadable or UnknownVersion.
    """

    def __init__(self, deal: str) -> None:
        code = read_deal(deal)
        super().__init__(game_of(code), code)

    def _repr_svg_(self) -> str:
        """The table as its player sees it, as SVG."""
        # Only who looks at a picture needs what draws it.
        from lunaria.pictures.position import position_svg

        return position_svg(self.game.id, self.view())
