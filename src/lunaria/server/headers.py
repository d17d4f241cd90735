"""What protects a browser: headers that every answer carries."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Only what comes from this server runs or shows; nothing inline, no other page frames it.
HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    # Kept by the browser, but asked for again each time, so that no page runs old code.
    b"cache-control": b"no-cache",
}
#: Where the page came over TLS: for a year, nothing of this host is asked for without.
SECURE = {b"strict-transport-security": b"max-age=31536000"}


def protecting(scope: Scope) -> dict[bytes, bytes]:
    """The headers of an answer to that request."""
    return {**HEADERS, **SECURE} if scope.get("scheme") in ("https", "wss") else HEADERS


class Headers:
    """Adds those headers to every HTTP answer that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                added = protecting(scope).items()
                message["headers"] = [
                    *message["headers"],
                    *((name, value) for name, value in added if name not in present),
                ]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)
