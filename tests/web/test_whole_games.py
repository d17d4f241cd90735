"""Whole games from records, played by hand in the browser."""

from hands import Hands, Moment, moment
from lunaria.core.replay import Line
from lunaria.games import read_deal, start
from serving import Server

#: From where on a game of Crescent is played by hand: before its last redeal.
AHEAD = 150
#: How much of a game of Easy Harp, which has many hundred actions, is played by hand.
PART = 100


def shown(hands: Hands, line: Line[object]) -> None:
    """The page shows the position of the line, and no hidden card."""
    for place, cards in line.view().items():
        assert hands.cards(place) == list(cards), place


def test_a_whole_game_of_half_moon_by_taps_on_a_phone(server: Server, phone: Hands) -> None:
    code, actions = moment("half-moon")
    line = start(read_deal(code))
    phone.open(f"{server.url}play/half-moon/{code}")
    last = ""
    for number, token in enumerate(actions, start=1):
        line.play(token)
        # APP-8a: the place touched last, touched again at once, would be a double tap.
        for place in sorted(token.split("+"), key=lambda place: place == last):
            phone.touch(place)
            last = place
        phone.expect_moves(number)
        if number == 10:  # HM-19, APP-9: a reload in the middle
            phone.page.reload()
            phone.ready()
            shown(phone, line)
        if number == 20:  # and the server's sudden end
            server.kill()
            server.start()
            phone.ready()
            shown(phone, line)
    phone.expect_outcome("won")
    assert (phone.stat("score"), phone.stat("moves")) == ("520", "48")


def test_crescent_is_won_by_mouse_through_its_last_redeal(host: Server, calm: Hands) -> None:
    code, actions = moment("crescent")
    line = start(read_deal(code))
    for token in actions[:AHEAD]:
        line.play(token)
    calm.sit(host, Moment(code, actions[:AHEAD]))
    last = ""
    for number, token in enumerate(actions[AHEAD:]):
        source, _, target = token.partition(">")
        if token == "redeal":
            calm.press("redeal")
        elif number % 4 == 0 or source == last:  # APP-8a: a tap could be the second of a double
            calm.drag(source, target)
        else:
            # CR-18: a card with only one place to go is there after one tap.
            goes = line.game.gestures(line.state).taps[source].token
            for last in (source,) if goes else (source, target):
                calm.touch(last)
        line.play(token)
        calm.expect_moves(line.moves)
        calm.expect_stat("redeals", str(line.game.redeals(line.state)))
    shown(calm, line)
    calm.expect_outcome("won")


def test_easy_harp_by_taps_and_drags(host: Server, calm: Hands) -> None:
    code, actions = moment("easy-harp")
    line = start(read_deal(code))
    calm.sit(host, Moment(code))
    for token in actions[:PART]:
        if token in ("draw", "recycle"):
            calm.touch("stock")
        else:
            source, target = token.split(">")
            carried = line.game.transfers(line.state, token)[0].size
            calm.drag(source, target, index=-carried)
        line.play(token)
        calm.expect_moves(line.moves)
        assert calm.stat("score") == str(line.score)
    shown(calm, line)
