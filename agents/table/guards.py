"""Who may come in: the right host, the right origin, the token where one is asked for; and what a browser may load."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "rush_table"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Guards:
    """Stands before everything; what it refuses reaches nobody."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...] = LOOPBACK, token: str = "") -> None:
        self.app, self.hosts, self.token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refused = self.refused(scope)
        if refused is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refused[:100]})
        elif refused == "":
            await self._let_in(scope, receive, send)
        else:
            await PlainTextResponse(refused, 403)(scope, receive, _with_headers(send))

    def refused(self, scope: Scope) -> str | None:
        """Why not; nothing if all is well, and an empty word for one who brings the token."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and _bare(host) not in self.hosts:
            return "this server does not go by that name"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD")
        if changes and (origin is None or urlsplit(origin).netloc != host):
            return "that page is of another origin"
        if self.token:
            connection = HTTPConnection(scope)
            if self._is_token(connection.cookies.get(COOKIE, "")):
                return None
            if scope["type"] == "http" and self._is_token(connection.query_params.get("token", "")):
                return ""
            return "a token is needed: open the address that the server has printed"
        return None

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self.token.encode())  # as bytes: strings may hold anything

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = RedirectResponse(scope["path"], 303)
        # Lax: a link that came by mail must open; what changes anything is known by its origin.
        answer.set_cookie(COOKIE, self.token, httponly=True, samesite="lax", max_age=30 * 24 * 3600)
        await answer(scope, receive, _with_headers(send))


def _bare(host: str) -> str:
    """A host without its port."""
    return host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
