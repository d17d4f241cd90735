"""A passkey in software, as a phone or a key on the key ring has it."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

Message = dict[str, Any]

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    """Bytes in base64 for addresses, as browsers write them."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The bytes that `encoded` wrote."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey and the browser that uses it at `origin`; it counts what it signs."""

    def __init__(self, origin: str, host: str = "localhost", signs: int = 0) -> None:
        self.origin, self.host, self.signs = origin, host, signs
        self.id = secrets.token_bytes(32)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def register(self, options: Message, **client: Any) -> Message:
        """What `navigator.credentials.create(options)` gives; `client` is said otherwise."""
        point = self._key.public_key().public_numbers()
        key = {
            1: 2,
            3: -7,
            -1: 1,
            -2: point.x.to_bytes(32, "big"),
            -3: point.y.to_bytes(32, "big"),
        }
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        attested = {"fmt": "none", "attStmt": {}, "authData": self._data(ATTESTED) + made}
        response = {
            "clientDataJSON": encoded(self._client("webauthn.create", options, client)),
            "attestationObject": encoded(cbor2.dumps(attested)),
        }
        return self._credential(response)

    def sign(self, options: Message, **client: Any) -> Message:
        """What `navigator.credentials.get(options)` gives; `client` is said otherwise."""
        self.signs += 1
        said, data = self._client("webauthn.get", options, client), self._data()
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": encoded(said),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
        }
        return self._credential(response)

    def _client(self, kind: str, options: Message, otherwise: Message) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps({**said, **otherwise}).encode()

    def _data(self, more: int = 0) -> bytes:
        flags = PRESENT | VERIFIED | more
        return (
            hashlib.sha256(self.host.encode()).digest()
            + bytes([flags])
            + self.signs.to_bytes(4, "big")
        )

    def _credential(self, response: Message) -> Message:
        name = encoded(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
