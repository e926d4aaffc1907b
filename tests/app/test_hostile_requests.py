"""Whoever is not the page of this server gets nothing from it, and cannot harm it."""

import http.client
import itertools
import json
import random
import socket

import pytest

PATHS = ("/", "/main.js", "/api/projects", "/api/survey", "/api/upload?name=a.csv")
TRICKS = (
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "//etc/passwd",
    "/static/../../../etc/passwd",
    "/messages.en.json/../../x",
    "/\\..\\..\\windows\\win.ini",
    "/%00",
    "/api/projects/../../../etc",
    "/api/projects/%2e%2e%2f%2e%2e/seen",
    "/api/projects/..%5c..%5c/archive",
    "/api/projects/{key}/analyses/..%2f..%2fproject.json/view",
    "/api/projects/{key}/analyses/1/files/..%2f..%2f..%2fproject.json",
    "/api/projects/{key}/analyses/1/files/replicates.jsonl",
    "/api/projects/{key}/analyses/%31%2f../view",
    "/api/folder?key=..%2f..%2fetc",
    "/api/folder?key=%2fetc",
    "/api/folder?key=%00",
)
BODIES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b"[" * 100_000,
    b'{"do": "levels"}',
    b'{"do": "levels", "names": ["sex"], "entries": [-1]}',
    b'{"do": "levels", "names": ["sex"], "entries": [1e308]}',
    b'{"do": "levels", "names": "sex", "entries": {}}',
    b'{"do": "kinds", "names": [["sex"]], "kind": "ordinal"}',
    b'{"do": "choices", "choices": {"n_resamples": "9999999999999999999999"}}',
    b'{"do": "choices", "choices": {"seed": NaN}}',
    b'{"do": "choices", "choices": {"seed": Infinity}}',
    b'{"do": "choices", "choices": []}',
    b'{"do": "knowledge", "knowledge": {"tiers": 3, "required": [], "forbidden": []}}',
    b'{"do": "knowledge", "knowledge": {"tiers": [], "required": [["sex"]], "forbidden": []}}',
    b'{"do": ["undo"]}',
    b'{"do": "roles", "names": ["no such column"], "role": "item"}',
    b"\xff\xfe\x00\x00",
    '{"do": "\ud800"}'.encode("utf-16", "surrogatepass"),
)


def asked(server, method, path, headers, body=None) -> tuple[int, bytes]:
    """Status and body of the answer to a request whose every header is chosen."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in headers:
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (http.client.HTTPException, ConnectionError):
        return 0, b""
    finally:
        connection.close()


def strangers(server):
    """Headers of requests that are not those of the page, each lacking one thing at least."""
    host, cookie, mark = ("Host", f"127.0.0.1:{server.port}"), ("Cookie", server.cookie), ("X-Ordag", "1")
    name, _, value = server.cookie.partition("=")
    yield from (
        [host, mark],
        [host, mark, ("Cookie", f"{name}={value[:-1]}")],
        [host, mark, ("Cookie", f"{name}=")],
        [host, mark, ("Cookie", f"other={value}")],
        [host, mark, ("Cookie", f"{name}=\xff{value}")],
        [mark, cookie],
        [("Host", "evil.example"), mark, cookie],
        [("Host", f"evil.example:{server.port}"), mark, cookie],
        [("Host", "127.0.0.1"), mark, cookie],
        [("Host", f"127.0.0.1:{server.port + 1}"), mark, cookie],
        [("Host", f"[::1]:{server.port}"), mark, cookie],
        [host, host, mark, cookie],
        [host, ("Host", "evil.example"), mark, cookie],
        [host, mark, cookie, ("Origin", "http://evil.example")],
        [host, mark, cookie, ("Origin", "null")],
        [host, mark, cookie, ("Origin", f"https://127.0.0.1:{server.port}")],
        [host, mark, cookie, ("Origin", f"http://127.0.0.1:{server.port}.evil.example")],
        [host, mark, cookie, ("Sec-Fetch-Site", "cross-site")],
        [host, mark, cookie, ("Sec-Fetch-Site", "same-site")],
    )


def test_strangers_get_nothing(server) -> None:
    for headers, path, method in itertools.product(strangers(server), PATHS, ("GET", "POST")):
        status, body = asked(server, method, path, headers, b"{}" if method == "POST" else None)
        assert status in {0, 400, 403, 421}, (status, method, path, headers)
        assert len(body) < 200


@pytest.mark.parametrize("token", ["", "x", "token", "a" * 10_000, "%00", "\x7f"])
def test_a_wrong_token_opens_nothing(server, token: str) -> None:
    status, _ = asked(server, "GET", f"/?token={token!a}", [("Host", f"127.0.0.1:{server.port}")])
    assert status in {0, 400, 403, 414, 431}


def test_nothing_is_changed_without_the_header_of_the_page(server) -> None:
    headers = [("Host", f"127.0.0.1:{server.port}"), ("Cookie", server.cookie)]
    for extra in ([], [("X-Ordag", "0")], [("X-Ordag", "1"), ("X-Ordag", "1")]):
        assert asked(server, "POST", "/api/survey", [*headers, *extra], b"{}")[0] == 403


def own(server, *further):
    return [("Host", f"127.0.0.1:{server.port}"), ("Cookie", server.cookie), ("X-Ordag", "1"), *further]


def test_no_path_reaches_a_file(server, learned: str) -> None:
    for trick in TRICKS:
        status, body = asked(server, "GET", trick.format(key=learned), own(server))
        assert status in {0, 400, 404, 405, 422}, (status, trick)
        assert b"root:" not in body


def test_the_page_itself_is_answered(server) -> None:
    assert asked(server, "GET", "/api/projects", own(server))[0] == 200


def test_too_long_bodies_are_refused_whatever_they_claim(server, learned: str) -> None:
    path, long = f"/api/projects/{learned}/edit", b" " * (3 << 20)
    assert asked(server, "POST", path, own(server), long)[0] in {0, 413}
    claims = [own(server, ("Content-Length", length)) for length in ("99999999999999", "-1", "1e9", "0x10", "9" * 400)]
    for headers in claims:
        assert asked(server, "POST", path, headers)[0] in {0, 400, 413}
    chunked = own(server, ("Transfer-Encoding", "chunked"))
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.putrequest("POST", path, skip_host=True)
    for name, value in chunked:
        connection.putheader(name, value)
    connection.endheaders()
    status = 0
    try:
        for _ in range(60):
            connection.send(b"10000\r\n" + b" " * 65536 + b"\r\n")
        connection.send(b"0\r\n\r\n")
        status = connection.getresponse().status
    except (http.client.HTTPException, ConnectionError):
        pass
    finally:
        connection.close()
    assert status in {0, 413}


def test_bodies_that_mean_nothing_are_refused_in_words(server, learned: str) -> None:
    before = server.ask(f"/api/projects/{learned}")
    paths = [f"/api/projects/{learned}/{what}" for what in ("edit", "analyses/1/set", "analyses/7/rename")]
    paths.append("/api/open")
    for path, body in itertools.product(paths, BODIES):
        if path.endswith("edit") and body == b'{"do": ["undo"]}':
            continue
        status, answer = asked(server, "POST", path, own(server), body)
        assert status in {400, 422}, (status, path, body[:60])
        assert json.loads(answer)["message"]
    assert server.ask(f"/api/projects/{learned}") == before


def test_a_thousand_random_requests_leave_the_server_well(server, learned: str) -> None:
    rng = random.Random(7)
    parts = [
        "api",
        "projects",
        "folder",
        "open",
        "hold",
        learned,
        "analyses",
        "1",
        "files",
        "view",
        "edit",
        "..",
        "%2e%2e",
        "seen",
        "%00",
        "%c3%a9",
    ]
    headers = [
        ("Host", f"127.0.0.1:{server.port}"),
        ("Cookie", server.cookie),
        ("Origin", "http://x"),
        ("X-Ordag", "1"),
    ]
    refused = 0
    for _ in range(1000):
        path = "/" + "/".join(rng.choices(parts, k=rng.randint(1, 6))).encode("utf-8").decode("latin-1").replace(
            "\x00", "%00"
        )
        chosen = [*rng.sample(headers, k=rng.randint(0, 4)), ("X-Noise", "y" * rng.randint(0, 2000))]
        method = rng.choice(["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
        body = rng.choice([None, *BODIES])
        status, _ = asked(server, method, path, chosen, body)
        assert status != 500
        refused += status not in range(200, 300)
    assert refused > 900
    assert server.ask("/api/projects")["projects"]
    assert "Traceback" not in server.complaints()


def test_half_a_request_holds_nobody_up(server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as silent:
        silent.sendall(b"POST /api/survey HTTP/1.1\r\nHost: ")
        assert server.ask("/api/projects")["projects"] is not None


def test_the_server_listens_to_this_machine_only(server) -> None:
    with socket.socket() as other:
        other.settimeout(3)
        assert other.connect_ex(("127.0.0.2", server.port)) != 0


def test_every_answer_forbids_what_the_page_does_not_need(server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/", headers={"Cookie": server.cookie})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
