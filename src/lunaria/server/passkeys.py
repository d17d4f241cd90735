"""Passkeys (WebAuthn): a key of a device or a password store that signs its player in."""

import hashlib
import re
import time
from ipaddress import ip_address
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict

from lunaria.core.errors import NotLegal, NotReadable, Reason
from lunaria.server.asking import Device, NotThere, Player, digest, new_device, owner_of
from lunaria.server.identity import store_of, told
from lunaria.server.store import Joining, Passkey, Store, Taken, players

router = APIRouter()

#: How long a challenge can be answered, in seconds.
VALID = 300
#: What this server is called where passkeys are listed.
NAME = "Lunaria"
LOCAL = "localhost"

#: An id as it is written: 1 to 1023 bytes in base64 for addresses.
_ID = re.compile(r"[A-Za-z0-9_-]{2,1364}")

REGISTERS, SIGNS = "webauthn.create", "webauthn.get"

HOST = Reason.of("passkey-host")
NO_CHALLENGE = Reason.of("passkey-challenge")
UNKNOWN = Reason.of("passkey-unknown")
BAD = Reason.of("passkey-bad")


class Answer(BaseModel):
    """What a browser made of a challenge, as `PublicKeyCredential.toJSON()` writes it."""

    model_config = ConfigDict(extra="forbid")

    credential: dict[str, Any]


class SignIn(Answer):
    """The same, and whether the device's own games are to come along."""

    merge: bool = False


class Site(NamedTuple):
    """The host that passkeys belong to, and what addresses of its pages begin with."""

    host: str
    origin: str


def site_of(request: Request) -> Site:
    """The site of a request; raises NotLegal where no browser makes passkeys for it."""
    host = request.url.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        if request.url.scheme == "https" or host == LOCAL or host.endswith(f".{LOCAL}"):
            return Site(host, f"{request.url.scheme}://{request.url.netloc}")
    raise NotLegal(HOST)


async def _challenge(store: Store, device: str, kind: str, challenge: bytes) -> None:
    """Keep a challenge that a device is given; the one before can be answered no more."""
    now = time.time()
    kept = _digest(kind, challenge)
    await store.write(
        lambda connection: players.challenge(connection, device, kept, now, now + VALID)
    )


def _digest(kind: str, challenge: bytes) -> str:
    return digest(f"{kind}:{challenge.hex()}")


async def _answered(
    store: Store, device: str | None, kind: str, site: Site, credential: dict[str, Any]
) -> bytes:
    """The challenge that a credential answers, which nobody can answer again.

    Raises NotReadable where it is no credential, and NotLegal where it is of another host, or
    answers nothing that this device was asked a moment ago.
    """
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json

    try:
        client = parse_client_data_json(
            base64url_to_bytes(credential["response"]["clientDataJSON"])
        )
        challenge, origin = bytes(client.challenge), str(client.origin)
    except Exception:
        raise NotReadable(BAD) from None
    if origin != site.origin:
        given = origin[:100].encode("ascii", "replace").decode()
        raise NotLegal(Reason.of("passkey-origin", given=given, known=site.origin))
    now = time.time()
    kept = _digest(kind, challenge)
    if device is None or not await store.write(
        lambda connection: players.answered(connection, device, kept, now)
    ):
        raise NotLegal(NO_CHALLENGE)
    return challenge


@router.post("/api/passkeys/registration")
async def registration(
    request: Request, response: Response, player: Player, device: Device
) -> dict[str, Any]:
    """What `navigator.credentials.create()` takes to make a passkey for this player."""
    from webauthn import generate_registration_options
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    site, store = site_of(request), store_of(request)
    owner = owner_of(player, request, response)
    known = await store.read(lambda connection: players.person(connection, owner))
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=hashlib.sha256(f"passkey:{owner}".encode()).digest(),
        user_name=known.name or NAME,
        timeout=VALID * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known.passkeys
        ],
    )
    await _challenge(store, device or owner, REGISTERS, options.challenge)
    return options_to_json_dict(options)


@router.post("/api/passkeys", status_code=201)
async def register(
    answer: Answer, request: Request, player: Player, device: Device
) -> dict[str, Any]:
    """Keep a new passkey of the player's."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    site, store = site_of(request), store_of(request)
    if player is None:
        raise NotLegal(NO_CHALLENGE)
    challenge = await _answered(store, device, REGISTERS, site, answer.credential)
    try:
        made = verify_registration_response(
            credential=answer.credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception:
        raise NotLegal(BAD) from None
    passkey = Passkey(
        bytes_to_base64url(made.credential_id),
        player,
        made.credential_public_key,
        made.sign_count,
        time.time(),
    )
    try:
        await store.write(lambda connection: players.add_passkey(connection, passkey))
    except Taken:
        raise NotLegal(BAD) from None
    return await told(store, player, device)


@router.post("/api/passkeys/challenge")
async def challenge(request: Request, response: Response, device: Device) -> dict[str, Any]:
    """What `navigator.credentials.get()` takes to sign in with whatever passkey is there."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import UserVerificationRequirement

    site = site_of(request)
    options = generate_authentication_options(
        rp_id=site.host,
        timeout=VALID * 1000,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    asked = device or new_device(request, response)
    await _challenge(store_of(request), asked, SIGNS, options.challenge)
    return options_to_json_dict(options)


@router.post("/api/passkeys/sign-in")
async def sign_in(
    answer: SignIn, request: Request, response: Response, device: Device
) -> dict[str, Any]:
    """Make this device one of the player's whose passkey signed; it is given a new secret."""
    from webauthn import verify_authentication_response

    site, store = site_of(request), store_of(request)
    challenge = await _answered(store, device, SIGNS, site, answer.credential)
    name = str(answer.credential.get("id"))
    known = None
    if _ID.fullmatch(name):
        known = await store.read(lambda connection: players.passkey(connection, name))
    if known is None:
        raise NotLegal(UNKNOWN)
    try:
        seen = verify_authentication_response(
            credential=answer.credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=0,  # counted below, where two at once cannot both pass
        )
    except Exception:
        raise NotLegal(BAD) from None
    joining = Joining(device, new_device(request, response), time.time(), answer.merge)
    signs = seen.new_sign_count
    player = await store.write(
        lambda connection: players.prove(connection, known.id, signs, joining)
    )
    return await told(store, player, joining.fresh)


@router.delete("/api/player/passkeys/{name}")
async def remove(name: str, request: Request, player: Player, device: Device) -> dict[str, Any]:
    """Forget a passkey of the player's; raises NotThere where it is none of theirs."""
    store = store_of(request)
    removed = False
    if player is not None and _ID.fullmatch(name):
        removed = await store.write(
            lambda connection: players.remove_passkey(connection, player, name)
        )
    if not removed:
        raise NotThere(UNKNOWN)
    return await told(store, player, device)
