"""Cards and packs.

A card is its name, rank then suit: `"10D"`, `"QH"`. Names are interned strings, so comparing and
hashing them costs no more than for small numbers, and positions read as a person would say them.
"""

Card = str

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
RED = frozenset("HD")

#: What a view shows in place of a card that its reader may not know.
HIDDEN: Card = "??"

#: One pack of 52 cards: suit after suit, ace to king.
PACK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
TWO_PACKS: tuple[Card, ...] = PACK * 2

ACE, JACK, QUEEN, KING = 1, 11, 12, 13

#: Rank of each card, 1 (ace) to 13 (king).
RANK: dict[Card, int] = {card: RANKS.index(card[:-1]) + 1 for card in PACK}
#: Suit letter of each card.
SUIT: dict[Card, str] = {card: card[-1] for card in PACK}


def card_of(rank: int, suit: str) -> Card:
    """The card of `rank` (1 to 13) and `suit`."""
    return PACK[SUITS.index(suit) * len(RANKS) + rank - 1]


def only_top(pile: tuple[Card, ...]) -> tuple[Card, ...]:
    """A squared pile as one sees it: its top card and, hidden, as many as lie under it."""
    return (HIDDEN,) * (len(pile) - 1) + pile[-1:]
