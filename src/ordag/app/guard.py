# SPDX-License-Identifier: MIT
"""Who may ask the server, and how much: one door in front of everything.

The server listens on the loopback address, but every page that the user has open can send requests there, and other
users of the machine can too. A request must therefore name this server as its host (otherwise a rebound name would do),
must not come from a page of another origin, and must carry the cookie that only the first address, with its random
token, sets. What changes something must carry a header that no form of another page can send. Bodies are bounded while
they are read, and every answer forbids the browser whatever the page does not need.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

HEADER = b"x-ordag"
MOST_BYTES, MOST_UPLOADED = 2 << 20, 2 << 30
UPLOADS = "/api/upload"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A report is a page of its own, with a script in it: it may run that, in an origin that can reach nothing.
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ALWAYS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}
_SAFE = {"GET", "HEAD"}


class TooMuchSentError(Exception):
    """A body is longer than it may be."""


class Guard:
    """Lets requests of the right host, origin and cookie through to an application.

    Parameters
    ----------
    application
        What answers them.
    port
        That the server listens on.
    """

    def __init__(self, application: Application, port: int) -> None:
        self.token, self._secret = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self._application, self._cookie = application, f"ordag_{port}"
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self.address = f"http://127.0.0.1:{port}/?token={self.token}"

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _answer(send, *refused)
        elif self._enters(scope):
            await _answer(send, 303, "", [(b"location", _landing(scope)), (b"set-cookie", self._cookie_line())])
        elif not self._is_known(scope):
            await _answer(send, 403, "Open the address that ordag app has printed in the terminal.\n")
        else:
            await self._pass_on(scope, receive, send)

    def _refusal(self, scope: Message) -> tuple[int, str] | None:
        """Why a request is refused whoever sends it."""
        hosts = _headers(scope, b"host")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return 421, "This is not the host that was asked for.\n"
        if any(origin not in {f"http://{host}" for host in self._hosts} for origin in _headers(scope, b"origin")):
            return 403, "Pages of other origins are not answered.\n"
        if any(site not in ("same-origin", "none") for site in _headers(scope, b"sec-fetch-site")):
            return 403, "Pages of other sites are not answered.\n"
        if scope["method"] not in _SAFE and _headers(scope, HEADER) != ["1"]:
            return 403, "A header is missing.\n"
        lengths = _headers(scope, b"content-length")
        if any(not length.isdecimal() or len(length) > 15 or int(length) > _most(scope) for length in lengths):
            return 413, "This is too much at once.\n"
        return None

    def _enters(self, scope: Message) -> bool:
        """Whether this is the first address, with the right token."""
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        return scope["path"] == "/" and scope["method"] == "GET" and len(tokens) == 1 and _equal(tokens[0], self.token)

    def _is_known(self, scope: Message) -> bool:
        """Whether the request has the cookie."""
        pairs = [pair.strip().partition("=") for line in _headers(scope, b"cookie") for pair in line.split(";")]
        return any(name == self._cookie and _equal(value, self._secret) for name, _, value in pairs)

    def _cookie_line(self) -> bytes:
        return f"{self._cookie}={self._secret}; HttpOnly; SameSite=Strict; Path=/".encode()

    async def _pass_on(self, scope: Message, receive: Receive, send: Send) -> None:
        """Hand the request over, its body bounded, the answer with its headers."""
        most, n_received, has_begun = _most(scope), 0, False

        async def bounded() -> Message:
            nonlocal n_received
            message = await receive()
            n_received += len(message.get("body", b""))
            if n_received > most:
                raise TooMuchSentError
            return message

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            if n_received > most and not has_begun:
                return  # what the application makes of a body that was cut off
            if message["type"] == "http.response.start":
                has_begun = True
                given = {name.lower() for name, _ in message["headers"]}
                extra = {b"content-security-policy": POLICY.encode(), **_ALWAYS}
                added = [(name, value) for name, value in extra.items() if name not in given]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        with suppress(TooMuchSentError):
            await self._application(scope, bounded, guarded)
        if n_received > most and not has_begun:
            await _answer(send, 413, "This is too much at once.\n")


def _landing(scope: Message) -> bytes:
    """Where the first address leads: to the first page, or to the project that it names."""
    key = "".join(parse_qs(scope["query_string"].decode("latin-1")).get("project", []))
    return f"/#{key}".encode() if key.isascii() and key.isalnum() else b"/"


def _most(scope: Message) -> int:
    return MOST_UPLOADED if scope["path"] == UPLOADS else MOST_BYTES


def _headers(scope: Message, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]


def _equal(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())


async def _answer(send: Send, status: int, text: str, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-security-policy", b"default-src 'none'")]
    body = text.encode()
    length = [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    all_headers = [*plain, *length, *_ALWAYS.items(), *(headers or [])]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": body})
