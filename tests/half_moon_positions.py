"""Small positions of Half Moon."""

from random import Random

from lunaria.core.cards import SUITS, card_of
from lunaria.games.half_moon import HALF_MOON, PARTNER, PILES, PLACES, RESERVE, TRIO, State

#: Numbered deals among which some are decided in every stage.
DEALS = range(1, 401)

_GROUPS = [(low, high) for low, high in PARTNER.items() if low < high] + [TRIO]
_NOTHING = State(((),) * len(PLACES))


def random_position(number: int, groups: int = 6) -> State:
    """At most so many groups of cards, mixed, on two to six piles and up to two reserve cards.

    Often the cards are of few ranks, and so many are of the same suit that some are the same.
    """
    chance = Random(f"half-moon position {number}")
    kinds = chance.sample(_GROUPS, chance.randint(1, 4))
    suits = SUITS[: chance.randint(1, 4)]
    cards: list[str] = []
    for _ in range(chance.randint(2, groups)):
        new = [card_of(rank, chance.choice(suits)) for rank in chance.choice(kinds)]
        if all(cards.count(card) < 2 for card in new):
            cards += new
    chance.shuffle(cards)
    places = chance.sample(PLACES[:PILES], chance.randint(2, 6))
    laid: dict[str, tuple[str, ...]] = dict.fromkeys(PLACES, ())
    for place in chance.sample(PLACES[PILES:], chance.randint(0, min(2, RESERVE))):
        if cards:
            laid[place] = (cards.pop(),)
    for card in cards:
        place = chance.choice(places)
        laid[place] = (*laid[place], card)
    return HALF_MOON.with_cards(_NOTHING, laid)
