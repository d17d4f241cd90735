"""Names of players: of any script, of one alone, and none that can be taken for another one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from lunaria.core.errors import LunariaError
from lunaria.server.names import read_name
from serving import Server

GOOD = [
    "Lena",
    "김민준",
    "김 민준",
    "Åsa Öberg-Ström",
    "Éric d’Ormesson",
    "Ægir",
    "Νίκος",
    "Дмитрий",
    "محمد",
    "علی\u200cرضا",
    "דויד",
    "नरेन्द्र",
    "क्\u200dष",
    "สมชาย",
    "山田 たろう",
    "王小明",
    "Nguyễn Thị Ánh",
    "Max Power 7",
    "R. D. Olivaw",
    "42",
    "a" * 24,
    "각" * 24,
]

BAD = {
    "x" * 10_000: "name-long",
    "x" * 25: "name-long",
    "e\u0301" * 200: "name-long",
    "ﷺ" * 20: "name-long",
    "": "name-empty",
    " ": "name-empty",
    "\u3000": "name-empty",
    "...": "name-empty",
    "- -": "name-empty",
    "\u02bc": "name-empty",
    "Lena\u202e": "name-sign",
    "\u202eaneL": "name-sign",
    "Lena\u2066x\u2069": "name-sign",
    "\u200fLena": "name-sign",
    "Le\u200bna": "name-sign",
    "Le\u200dna": "name-sign",
    "Le\u00adna": "name-sign",
    "Le\ufeffna": "name-sign",
    "\u3164": "name-sign",
    "\uffa0": "name-sign",
    "Le\u034fna": "name-sign",
    "Le\ufe0fna": "name-sign",
    "Lena\U000e0041": "name-sign",
    "\u2800": "name-sign",
    "Lena\n": "name-sign",
    "Lena\0": "name-sign",
    "\ud800": "name-sign",
    "\ue000": "name-sign",
    "\U000e0fff": "name-sign",
    "Max😀": "name-sign",
    "👨\u200d👩\u200d👧": "name-sign",
    "<b>Lena</b>": "name-sign",
    "Lena\u20dd": "name-sign",
    "Z\u0334\u0327\u0316\u0301\u0323a": "name-marks",
    "Z\u0334\u0334a": "name-marks",
    "\u0323a": "name-marks",
    "a \u0323": "name-marks",
    "Lunаria": "name-mixed",
    "раураl": "name-mixed",
    "Ωmega": "name-mixed",
    "שalom": "name-mixed",
    "1٢": "name-mixed",
    "Lunaria": "name-reserved",
    "L u n a r i a": "name-reserved",
    "LUNARIA": "name-reserved",
    "𝓛unaria": "name-reserved",
    "1unaria": "name-reserved",
    "Ｌｕｎａｒｉａ": "name-reserved",
    "adrnin": "name-reserved",
    "Admin": "name-reserved",
    "관리자": "name-reserved",
    "Dator": "name-reserved",
    "Ordinateur": "name-reserved",
    "Master": "name-reserved",
    "마스터": "name-reserved",
    "Maître": "name-reserved",
    "Mästare": "name-reserved",
}

#: Names of which only one can be there.
ALIKE = [
    ("paypal", "раураӏ"),
    ("Lena", "LENA"),
    ("Ivan", "lvan"),
    ("Ivan", "1van"),
    ("ivan", "IVAN"),
    ("Tom", "T0m"),
    ("Coco", "Сосо"),
    ("NINA", "ΝΙΝΑ"),
    ("Νίκος", "ΝΊΚΟΣ"),
    ("Дмитрий", "ДМИТРИЙ"),
    ("Marina", "rnarina"),
    ("Anna Lena", "Anna-Lena"),
    ("AnnaLena", "anna.lena"),
    ("Straße", "STRASSE"),
    ("Åsa", "A\u030asa"),
]


def reason(text: str) -> str:
    with pytest.raises(LunariaError) as refused:
        read_name(text)
    return refused.value.reason.code


@pytest.mark.parametrize("name", GOOD)
def test_names_of_every_script_may_be_taken(name: str) -> None:
    assert read_name(name).text == name


@pytest.mark.parametrize(("name", "why"), BAD.items(), ids=[ascii(name[:20]) for name in BAD])
def test_a_name_that_deceives_is_refused_with_its_reason(name: str, why: str) -> None:
    assert reason(name) == why


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=[f"{one}-{two!a}" for one, two in ALIKE])
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    first, second = read_name(one), read_name(other)
    assert first.skeleton == second.skeleton or first.folded == second.folded


@pytest.mark.parametrize(
    ("one", "other"),
    [("Lena", "Lina"), ("Asa", "Åsa"), ("민준", "민지"), ("Эмма", "мма"), ("דויד", "דוד")],
)
def test_names_that_differ_are_two(one: str, other: str) -> None:
    first, second = read_name(one), read_name(other)
    assert first.skeleton != second.skeleton
    assert first.folded != second.folded


def test_a_name_is_kept_in_one_form() -> None:
    assert read_name("  A\u030asa\u00a0 O\u0308berg ").text == "Åsa Öberg"
    assert read_name("１２").text == "12"


def take(player: httpx.Client, name: str) -> str:
    """What came of taking a name: the name, or why not."""
    answer = player.post("api/player/name", json={"name": name}).json()
    return str(answer["name"] if "name" in answer else answer["error"]["reason"])


def test_a_name_is_taken_changed_and_given_up(server: Server, player: httpx.Client) -> None:
    assert player.get("api/player").json()["name"] is None
    assert take(player, " Nikola  Tesla ") == "Nikola Tesla"
    assert player.get("api/player").json()["name"] == "Nikola Tesla"
    assert take(player, "NIKOLA TESLA") == "NIKOLA TESLA"  # one's own name is no hindrance
    with server.player() as other:
        assert take(other, "Nikola TesIa") == "name-taken"
        assert not other.cookies
        assert take(player, "Tesla") == "Tesla"
        assert take(other, "Nikola Tesla") == "Nikola Tesla"
        assert other.delete("api/player/name").json() == {"name": None}
        assert take(player, "nikola tesla") == "nikola tesla"
        assert other.get("api/player").json()["name"] is None


def test_a_deleted_players_name_is_nobodys(server: Server, player: httpx.Client) -> None:
    assert take(player, "Grace Hopper") == "Grace Hopper"
    player.delete("api/player")
    with server.player() as other:
        assert take(other, "Grace Hopper") == "Grace Hopper"


def test_a_refusal_is_told_in_words_of_ones_language(player: httpx.Client) -> None:
    answer = player.post(
        "api/player/name", json={"name": "Lunаria"}, headers={"accept-language": "sv"}
    )
    assert answer.status_code == 422
    assert "skriftsystem" in answer.json()["error"]["message"]
    assert not player.cookies
    assert player.post("api/player/name", json={"name": 7}).status_code == 422
    assert player.post("api/player/name", content=b"[").status_code == 422


def test_of_many_who_wish_for_a_name_at_once_one_has_it(tmp_path: Path) -> None:
    with Server(tmp_path, "--workers", "2") as server, ThreadPoolExecutor(8) as several:

        def wish(at: int) -> str:
            with server.player() as one:
                return take(one, "Ada Lovelace" if at % 2 else "ADA-LOVELACE")

        told = list(several.map(wish, range(8)))
    assert told.count("name-taken") == 7


def test_a_match_tells_each_whom_they_play_with(server: Server, player: httpx.Client) -> None:
    take(player, "Sirius")
    made = player.post("api/tables", json={"game": "comet", "against": "person"}).json()
    with server.page(made["table"]) as page, server.player() as other:
        assert [seat["name"] for seat in page.view["seats"]] == ["Sirius", None]
        take(other, "베가")
        key = other.post(f"api/invitations/{made['invitation']}").json()["table"]
        while page.view["invitation"] is not None:
            page.hear()
        assert [seat["name"] for seat in page.view["seats"]] == ["Sirius", "베가"]
        with server.page(key) as second:
            assert [seat["name"] for seat in second.view["seats"]] == ["Sirius", "베가"]
    against = player.post("api/tables", json={"game": "comet", "against": "easy"}).json()
    with server.page(against["table"]) as page:
        assert [seat["name"] for seat in page.view["seats"]] == ["Sirius", None]
