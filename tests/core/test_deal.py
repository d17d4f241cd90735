"""From a code to cards: deals may never change."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from itertools import islice
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lunaria.core.cards import PACK
from lunaria.core.code import Code, read_code
from lunaria.core.deal import (
    commitment,
    daily,
    daily_candidates,
    draw,
    order_of,
    read_date,
    read_seed,
    sealed,
    seed_of,
    shuffled,
    words,
)
from lunaria.core.errors import NotReadable
from lunaria.core.game import Game, Terms
from lunaria.games import COMET, GAMES
from registry import DATA, every_game, numbered

#: SHA-256 of the orders of deals 1 to 10 000: the cards joined by spaces, a line feed after each.
FIRST_10_000 = {
    "half-moon": "7d06e6662ee70c7af106d08245cc972ec86af09cec07ade0e2f8f5fe3e7f20e2",
    "crescent": "4252512a7cb4d0ce0180f3834d888cdb455cdd583ad23eb8b35f8a31d0ca6e43",
    "easy-harp": "9012ef4ab7c5c3fcd18ffabc5f2249dbef0ece53763691e074ee1351c41a9382",
    "comet": "5527fe55fd932046186cc9767a8f5acb6b4f61515f8b266c464b7d57fb2ed796",
}

#: The first candidates for the deal of the day.
DAYS = {
    ("half-moon", "1999-12-31"): [895105, 175866, 581565],
    ("half-moon", "2026-11-29"): [764093, 350493, 997073],
    ("half-moon", "2026-11-30"): [94941, 563837, 390472],
    ("half-moon", "2028-02-29"): [33754, 499053, 806817],
    ("half-moon", "2100-01-01"): [688984, 719827, 420672],
    ("crescent", "1999-12-31"): [929383, 296709, 501557],
    ("crescent", "2026-11-29"): [200250, 398710, 763963],
    ("crescent", "2026-11-30"): [666892, 369517, 50855],
    ("crescent", "2028-02-29"): [323896, 799517, 815842],
    ("crescent", "2100-01-01"): [780278, 205288, 92808],
    ("easy-harp", "1999-12-31"): [918398, 74226, 929806],
    ("easy-harp", "2026-11-29"): [154641, 547200, 176192],
    ("easy-harp", "2026-11-30"): [32359, 168399, 282191],
    ("easy-harp", "2028-02-29"): [653886, 307037, 967763],
    ("easy-harp", "2100-01-01"): [465678, 877695, 637268],
    ("comet", "1999-12-31"): [75316, 245305, 15638],
    ("comet", "2026-11-29"): [230064, 161547, 930175],
    ("comet", "2026-11-30"): [874205, 992849, 576392],
    ("comet", "2028-02-29"): [164522, 450106, 700184],
    ("comet", "2100-01-01"): [286734, 809036, 999400],
}
#: Days for which no candidate is chosen in advance: the first one is the deal.
FAR_DAYS = [date(1999, 12, 31), date(2100, 1, 1), date(9999, 12, 31)]


@cache
def orders(game: Game[Any]) -> list[tuple[str, ...]]:
    """The orders of deals 1 to 10 000."""
    return [order_of(numbered(game, number), game) for number in range(1, 10_001)]


RUN = [*"23456789", "10", *"JQK"]
#: The packs as `docs/deal-codes.md` describes them: of the solitaires, and of Comet.
TWICE = [rank + suit for suit in "SHDC" for rank in ("A", *RUN)] * 2
OF_COMET = [rank + suit for suit in "SSCC" for rank in RUN]
OF_COMET[OF_COMET.index("9S", 12)] = "9D"
OF_COMET.append(OF_COMET.pop(OF_COMET.index("9D")))


def deal_anew(pack: list[str], seed: bytes) -> list[str]:
    """The shuffle a second time, from its description alone.

    Blocks of SHA-256 over the seed and a counter of four bytes, eight big-endian numbers each;
    a number is drawn by rejection; Fisher and Yates from the last card down.
    """
    cards = list(pack)
    numbers: list[int] = []
    block = 0
    for place in range(len(cards) - 1, 0, -1):
        while True:
            if not numbers:
                digest = hashlib.sha256(seed + bytes([0, 0, block // 256, block % 256])).digest()
                numbers = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            number = numbers.pop(0)
            if number < 2**32 // (place + 1) * (place + 1):
                break
        other = number % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


@every_game
def test_whole_deals_are_those_of_the_data_files(game: Game[Any]) -> None:
    blocks = (DATA / "deals" / f"{game.id}.txt").read_text("utf-8").split("\n\n")
    assert len(blocks) == 3
    for block in blocks:
        code_line, order_line, *place_lines = block.strip().split("\n")
        code = read_code(code_line, GAMES)
        order = order_of(code, game)
        assert order_line == " ".join(("order", *order))
        dealt = game.cards(game.deal(order, Terms(code.variant, game.rounds[0])))
        frozen = {place: tuple(cards) for place, *cards in map(str.split, place_lines)}
        assert {place: cards for place, cards in dealt.items() if cards} == frozen


@every_game
def test_the_first_10_000_deals_are_frozen(game: Game[Any]) -> None:
    digest = hashlib.sha256()
    for order in orders(game):
        digest.update(f"{' '.join(order)}\n".encode("ascii"))
    assert digest.hexdigest() == FIRST_10_000[game.id]


def test_the_generator_is_the_one_described() -> None:
    for prefix in ("HM", "CR", "EH"):
        for number in [*range(1, 101), 999_999]:
            code = Code(prefix, 1, "N", number)
            seed = seed_of(code)
            assert seed == f"lunaria:{prefix}1:{number}:1".encode("ascii")
            assert list(shuffled(PACK * 2, seed)) == deal_anew(TWICE, seed)


def test_the_rounds_of_a_match_are_dealt_as_described() -> None:
    for number in [*range(1, 51), 999_999]:
        for nth in (1, 2, 100):
            seed = f"lunaria:CO1:{number}:{nth}".encode("ascii")
            for variant in COMET.variants:
                order = order_of(Code("CO", 1, variant, number), COMET, nth)
                assert list(order) == deal_anew(OF_COMET, seed)


def test_sealed_rounds_are_dealt_from_their_seeds() -> None:
    match = sealed(COMET, "C", 4)
    assert len({*match.seeds}) == 4
    assert {len(seed) for seed in match.seeds} == {32}
    assert sealed(COMET, "C", 4).seeds != match.seeds
    for nth, seed in enumerate(match.seeds, start=1):
        assert list(order_of(match, COMET, nth)) == deal_anew(OF_COMET, seed)


def test_the_seed_of_the_first_deal() -> None:
    assert seed_of(Code("HM", 1, "N", 1)) == b"lunaria:HM1:1:1"
    assert seed_of(Code("HM", 1, "N", 1), 2) == b"lunaria:HM1:1:2"
    assert seed_of(Code("CR", 1, "F", 9)) == seed_of(Code("CR", 1, "N", 9))


def test_words_are_cut_from_numbered_blocks() -> None:
    stream = list(islice(words(b"seed"), 20))
    blocks = b"".join(hashlib.sha256(b"seed" + bytes([0, 0, 0, n])).digest() for n in range(3))
    assert stream == [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, 80, 4)]


def test_draw_rejects_words_past_the_last_whole_span() -> None:
    limit = 2**32 - 2**32 % 100
    assert draw(iter([limit, 2**32 - 1, limit - 1]), 100) == 99
    assert draw(iter([2**32 - 1]), 2**16) == 2**16 - 1
    assert draw(iter([2**32 - 1, 5]), 3) == 2
    assert draw(iter([7]), 1) == 0


def chi_square(counts: Counter[Any], shares: Counter[Any]) -> float:
    """How far `counts` are from what would be expected of parts of those sizes."""
    assert counts.keys() <= shares.keys()
    each: float = counts.total() / shares.total()
    return sum(
        (counts[kind] - share * each) ** 2 / (share * each) for kind, share in shares.items()
    )


def bound(kinds: int) -> float:
    """Four deviations above the mean of chi-square."""
    return kinds - 1 + 4 * sqrt(2 * (kinds - 1))


@every_game
@pytest.mark.parametrize("place", [0, 1, 24, -2, -1])
def test_every_card_is_as_likely_at_every_place(game: Game[Any], place: int) -> None:
    counts = Counter(order[place] for order in orders(game))
    pack = Counter(game.pack)
    assert chi_square(counts, pack) < bound(len(pack))


@every_game
def test_a_card_is_as_likely_at_one_place_as_at_another(game: Game[Any]) -> None:
    part = len(game.pack) // 8
    counts = Counter(
        place // part for order in orders(game) for place, card in enumerate(order) if card == "QS"
    )
    assert counts.total() == 2 * len(orders(game))
    assert chi_square(counts, Counter(range(8))) < bound(8)


def test_drawn_numbers_are_uniform() -> None:
    stream = words(b"uniform")
    counts = Counter(draw(stream, 100) for _ in range(20_000))
    assert chi_square(counts, Counter(range(100))) < bound(100)


@pytest.mark.parametrize(("game_id", "day"), DAYS)
def test_candidates_of_a_day_are_frozen(game_id: str, day: str) -> None:
    game = next(game for game in GAMES if game.id == game_id)
    found = list(islice(daily_candidates(game, date.fromisoformat(day)), 3))
    assert found == DAYS[game_id, day]


@every_game
def test_the_deal_of_the_day_is_a_pure_function_of_game_and_date(game: Game[Any]) -> None:
    days = [date(2026, 1, 1) + timedelta(days=7 * week) for week in range(60)]
    first = [daily(game, day) for day in days]
    assert [daily(game, day) for day in reversed(days)] == first[::-1]
    for day, code in zip(days, first, strict=True):
        assert code == numbered(game, code.number)
        assert 1 <= code.number <= 999_999
        assert code.number in islice(daily_candidates(game, day), 200)
    assert len(set(first)) == len(first)


@every_game
@pytest.mark.parametrize("day", FAR_DAYS)
def test_on_any_other_day_the_first_candidate_is_the_deal(game: Game[Any], day: date) -> None:
    assert daily(game, day).number == next(daily_candidates(game, day))


def test_games_have_deals_of_the_day_of_their_own() -> None:
    assert len({daily(game, date(2026, 11, 29)).number for game in GAMES}) == len(GAMES)


def numbers_from(values: list[int]) -> Iterator[int]:
    yield from values


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1), st.integers(1, 10**6))
@settings(deadline=None, max_examples=100, derandomize=True)
def test_draw_stays_in_its_range(values: list[int], count: int) -> None:
    assert 0 <= draw(numbers_from([*values, 0]), count) < count


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert commitment(b"abc") == known


@given(st.binary(min_size=32, max_size=32))
@settings(deadline=None, max_examples=50, derandomize=True)
def test_a_seed_is_read_from_its_digits(seed: bytes) -> None:
    assert read_seed(seed.hex()) == seed
    assert read_seed(seed.hex().upper()) == seed


@pytest.mark.parametrize(
    "text",
    ["", "00", "0" * 63, "0" * 65, "0" * 66, "g" * 64, "\0" * 64, "０" * 64, "0x" + "0" * 62],
)
def test_other_texts_are_no_seed(text: str) -> None:
    with pytest.raises(NotReadable) as caught:
        read_seed(text)
    assert caught.value.reason.code == "seed"


@given(st.dates())
@settings(deadline=None, max_examples=50, derandomize=True)
def test_a_date_is_read_as_it_is_written(day: date) -> None:
    assert read_date(day.isoformat()) == day
    assert read_date(f" {day.isoformat()}\n") == day


@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "2026-1-1",
        "20261129",
        "2026-02-30",
        "2026-13-01",
        "29.11.2026",
        "2026-11-29T00:00",
        "2026-W48-7",
        "2026W487",
        "2026-11-29\0",
        "２０２６-11-29",
        "9" * 10_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_other_texts_are_no_date(text: str) -> None:
    with pytest.raises(NotReadable) as caught:
        read_date(text)
    assert caught.value.reason.code == "date"
