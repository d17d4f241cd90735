"""What a browser is given to run and to look at: the page, its files, its worker, its icons."""

import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Header, HTTPException, Request, Response

from lunaria import i18n
from lunaria.games import GAMES
from lunaria.i18n import choice
from lunaria.pictures import faces
from lunaria.server import routes
from lunaria.server.parts import module, parts
from lunaria.server.release import PAGE, START, TYPES, WORKER, Release, read

router = APIRouter(include_in_schema=False)

#: What the page says in every language, as it may have to before it has a catalog.
BEFORE_ALL = ("page.unreachable", "page.no-script")
#: For what has the release in its address.
FOR_GOOD = "public, max-age=31536000, immutable"
#: The sky behind the page while it is loaded.
SKY = "#0a0f24"


#: The pages by the first part of their addresses: the texts that name and describe them.
HEADS = {
    "": ("page.title", "head.front"),
    "games": ("page.own", "head.games"),
    "days": ("page.days", "head.days"),
    "statistics": ("page.statistics", "head.statistics"),
    "rankings": ("page.rankings", "head.rankings"),
    "replay": ("replay.title", "replay.text"),
    "you": ("page.you", "you.about"),
    "join": ("head.join-title", "head.join"),
    "lobby": ("page.lobby", "head.lobby"),
    "watch": ("head.watch-title", "head.watch"),
}


#: Where the page has drawings that it uses, and where it names what it needs.
SPRITE = '<div id="sprite" hidden>'
NEEDS = "<!-- What else the page needs; the server tells it. -->"
SHEET = re.compile(r'<link rel="stylesheet" disabled href="([^"]+)">')


#: What messengers are shown of pages that have no picture of their own.
PICTURE = "/icons/icon-512.png"


def site(request: Request) -> str:
    """What addresses on this server begin with."""
    return str(request.base_url).rstrip("/")


def _head(language: str, path: str, origin: str = "") -> str:
    """What a page is called, what it is for and how it looks, for those who find or are sent it.

    `origin` is what addresses on this server begin with.
    """
    text = i18n.catalog(language).text
    _, section, *rest = path.split("/")
    name, about = HEADS.get(section, HEADS[""])
    if section == "play" and rest[0] in {game.id for game in GAMES}:
        name, about = f"game.{rest[0]}", f"about.{rest[0]}"
    title = " · ".join(dict.fromkeys((text(name), text("page.title"))))
    told = {
        "og:type": "website",
        "og:site_name": text("page.title"),
        "og:title": title,
        "og:description": text(about),
        "og:url": origin + path,
        "og:image": origin + _preview(section, rest),
    }
    properties = "".join(
        f'\n    <meta property="{key}" content="{escape(value)}">' for key, value in told.items()
    )
    return (
        f"<title>{escape(title)}</title>\n"
        f'    <meta name="description" content="{escape(text(about))}">{properties}'
    )


def _preview(section: str, rest: list[str]) -> str:
    """The picture of what an address shows: a deal, a game that is over, or the app's own."""
    if section == "replay" and rest:
        return f"/pictures/replays/{quote(rest[0])}.png"
    if section == "play" and len(rest) > 1:
        return f"/pictures/{quote(rest[1])}.png"
    return PICTURE


@cache
def release() -> Release:
    """The release that this process serves."""
    web = read(Path(str(files("lunaria") / "web")))
    html = web[PAGE].decode()
    marks = "".join(faces.symbols()[f"mark-{game.id}"] for game in GAMES)
    html = html.replace(SPRITE, f'{SPRITE}<svg class="sprite">{marks}</svg>')
    for key in BEFORE_ALL:
        lines = (
            f'<p lang="{language}">{escape(i18n.catalog(language).text(key))}</p>'
            for language in i18n.LANGUAGES
        )
        html = html.replace(f'id="{key}">', f'id="{key}">{"".join(lines)}')
    catalogs = [i18n.catalog(language).for_pages() for language in i18n.LANGUAGES]
    data = json.dumps([routes.game_list(), catalogs])
    return Release({**web, PAGE: html.encode()}, data.encode())


@cache
def _laid(language: str, shown_by: str) -> str:
    """The page without its head, with all that the module needs that shows it."""
    told = release()
    needs = parts(told.files, shown_by)
    worn = {told.root + path for path in needs.styles}
    fetched = ("games", f"texts/{language}", *needs.data)
    links = [f'<link rel="modulepreload" href="{told.root}{path}">' for path in needs.modules] + [
        f'<link rel="preload" as="fetch" crossorigin href="{told.root}{path}">' for path in fetched
    ]
    html = told.files[PAGE].decode().replace(NEEDS, "\n    ".join(links))
    html = html.replace(f'<html lang="{i18n.DEFAULT}">', f'<html lang="{language}">')
    return SHEET.sub(
        lambda link: link[0].replace(" disabled", "") if link[1] in worn else link[0], html
    )


def _page(language: str, path: str, origin: str = "") -> Response:
    """The page of an address, with the head that `_head` tells."""
    _, section, *rest = path.split("/")
    html = _laid(language, module(section, rest))
    html = html.replace("<title></title>", _head(language, path, origin))
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(html, headers=headers, media_type=TYPES[".html"])


def _file(path: str, caching: str = "no-cache") -> Response:
    """A file of the release; raises HTTPException where there is none."""
    content = release().files.get(path)
    if content is None:
        raise HTTPException(404)
    headers = {"cache-control": caching}
    return Response(content, headers=headers, media_type=TYPES[Path(path).suffix])


@router.api_route("/", methods=["GET", "HEAD"])
@router.api_route("/games", methods=["GET", "HEAD"])
@router.api_route("/days", methods=["GET", "HEAD"])
@router.api_route("/days/{day}", methods=["GET", "HEAD"])
@router.api_route("/statistics", methods=["GET", "HEAD"])
@router.api_route("/you", methods=["GET", "HEAD"])
@router.api_route("/rankings", methods=["GET", "HEAD"])
@router.api_route("/rankings/{game}", methods=["GET", "HEAD"])
@router.api_route("/rankings/{game}/{what}", methods=["GET", "HEAD"])
@router.api_route("/replay", methods=["GET", "HEAD"])
@router.api_route("/replay/{name}", methods=["GET", "HEAD"])
@router.api_route("/join/{name}", methods=["GET", "HEAD"])
@router.api_route("/lobby", methods=["GET", "HEAD"])
@router.api_route("/watch/{name}", methods=["GET", "HEAD"])
@router.api_route("/play/{game}", methods=["GET", "HEAD"])
@router.api_route("/play/{game}/{code}", methods=["GET", "HEAD"])
async def page(request: Request, accept_language: Annotated[str, Header()] = "") -> Response:
    """The page; what it shows follows from its address."""
    return _page(choice.of_header(accept_language), request.url.path, site(request))


@router.get(f"/{WORKER}")
async def worker() -> Response:
    """The worker that lets the page open without a network; it may look after all addresses."""
    return _file(WORKER)


@router.get(f"/{START}")
async def start() -> Response:
    """What starts a page of any release."""
    return _file(START)


@router.get("/icons/{name}")
async def icon(name: str) -> Response:
    """An icon; its address stays, as systems keep it with the installed app."""
    return _file(f"icons/{name}")


@router.get("/manifest.webmanifest")
async def manifest(accept_language: Annotated[str, Header()] = "") -> Response:
    """What a system is told that installs the page as an app, in the player's language."""
    language = choice.of_header(accept_language)
    text = i18n.catalog(language).text
    png = {"type": "image/png"}
    icons = [
        {"src": "/icons/icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "/icons/icon-192.png", "sizes": "192x192", **png},
        {"src": "/icons/icon-512.png", "sizes": "512x512", **png},
        {"src": "/icons/maskable-512.png", "sizes": "512x512", "purpose": "maskable", **png},
        {
            "src": "/icons/maskable.svg",
            "type": "image/svg+xml",
            "sizes": "any",
            "purpose": "maskable",
        },
    ]
    told = {
        "id": "/",
        "name": text("page.title"),
        "short_name": text("page.title"),
        "description": text("page.motto"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": SKY,
        "theme_color": SKY,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [
            {
                "name": text(f"game.{game.id}"),
                "description": text(f"about.{game.id}"),
                "url": f"/play/{game.id}",
                "icons": [icons[1]],
            }
            for game in GAMES
        ],
    }
    return Response(
        json.dumps(told, ensure_ascii=False),
        headers={"vary": "accept-language"},
        media_type="application/manifest+json",
    )


@router.get("/api/release", include_in_schema=True)
async def which_release() -> dict[str, str]:
    """The name of the release that the server has now."""
    return {"release": release().name}


async def _this_release(name: str, response: Response) -> None:
    if name != release().name:
        raise HTTPException(404)
    response.headers["cache-control"] = FOR_GOOD


this_release = [Depends(_this_release)]


@router.get("/web/{name}/shell", dependencies=this_release)
async def shell(response: Response, accept_language: Annotated[str, Header()] = "") -> list[str]:
    """What a page needs to be laid without a network, in the reader's language."""
    response.headers["vary"] = "accept-language"
    told = release()
    texts = f"{told.root}texts/{choice.of_header(accept_language)}"
    return [*told.shell(), f"{told.root}games", texts]


# The same as under `/api`, but of this release or not at all.
router.add_api_route("/web/{name}/games", routes.games, dependencies=this_release)


@router.get("/web/{name}/texts/{wishes}", dependencies=this_release)
async def texts(wishes: str) -> Any:
    """The page's texts in the first of some languages, such as `xx,ko`, that there is."""
    return routes.texts_in(choice.of_header(wishes))


@router.get(f"/web/{{name}}/{PAGE}", dependencies=this_release)
async def kept_page(accept_language: Annotated[str, Header()] = "") -> Response:
    """The page as it is kept, to be shown without a network."""
    answer = _page(choice.of_header(accept_language), "/")
    answer.headers["cache-control"] = FOR_GOOD
    return answer


@router.get("/web/{name}/{file}", dependencies=this_release)
@router.get("/web/{name}/{folder}/{file}", dependencies=this_release)
async def file_of_release(request: Request) -> Response:
    """A file of this release."""
    return _file(request.url.path.removeprefix(release().root), FOR_GOOD)
