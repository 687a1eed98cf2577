/// RFC 9112, section 9.3.2: pipelined requests.
let pipeliningCases: [ConformanceCase] = [
  .init(
    "9112-9.3.2", "200 GET /1 @a | 200 GET /2 @a | +", "two",
    line("GET /1 HTTP/1.1") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-9.3.2", "200 POST /p @a =abc | 200 GET /2 @a | +", "behind a body",
    post("Content-Length: 3", body: "abc") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-9.3.2", "200 POST /p @a =abc | 200 GET /2 @a | +", "behind a chunked body",
    chunked("3\r\nabc\r\n0\r\n\r\n") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-9.3.2", "200 GET /1 @a | 200 GET /2 @a | +", "cut inside the second",
    line("GET /1 HTTP/1.1") + "GET /2 HT", "TP/1.1\r\nHost: a\r\n\r\n"),
  .init(
    "9112-9.6", "200 GET / @a | .", "nothing behind close",
    get("Host: a", "Connection: close") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-9.3.2", "400 | .", "nothing behind a refusal",
    "nonsense\r\n\r\n" + line("GET /2 HTTP/1.1")),
  .init(
    "9112-9.3.2", "200 GET /1 @a | 400 | .", "a refusal behind an answer",
    line("GET /1 HTTP/1.1") + "nonsense\r\n\r\n"),
  .init(
    "9112-2.2", "200 POST /p @a =abc | 200 GET /2 @a | +", "an empty line between",
    post("Content-Length: 3", body: "abc\r\n") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-9.3.2", "200  | 200 GET /2 @a | +", "behind HEAD",
    line("HEAD /1 HTTP/1.1") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-6.3", "204 | 200 GET /2 @a | +", "behind 204",
    line("GET /empty HTTP/1.1") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-6.3", "304 | 200 GET /2 @a | +", "behind 304",
    tagged("If-None-Match: \"v\"") + line("GET /2 HTTP/1.1")),
  .init(
    "9112-9.2", "200 GET /1 @a | +", "nothing that the last request did not ask for",
    line("GET /1 HTTP/1.1")),
]

/// RFC 9112, sections 9.3 and 9.6, and RFC 9110, section 7.6.1: persistence of connections.
let persistenceCases: [ConformanceCase] = [
  .init("9112-9.3", "200 GET / @a | +", "HTTP/1.1 keeps", get("Host: a")),
  .init("9112-9.6", "200 GET / @a | .", "close", get("Host: a", "Connection: close")),
  .init("9110-7.6.1", "200 GET / @a | .", "close in capitals", get("Host: a", "Connection: CLOSE")),
  .init(
    "9110-7.6.1", "200 GET / @a | .", "close in a list",
    get("Host: a", "Connection: x ,, close , y")),
  .init(
    "9110-7.6.1", "200 GET / @a | .", "close in a second field",
    get("Host: a", "Connection: keep-alive", "Connection: close")),
  .init(
    "9112-9.3", "200 GET / @a | .", "close beats keep-alive",
    get("Host: a", "Connection: close, keep-alive")),
  .init(
    "9110-7.6.1", "200 GET / @a | +", "closed is another word",
    get("Host: a", "Connection: closed")),
  .init("9110-5.6.1.2", "200 GET / @a | +", "an empty Connection", get("Host: a", "Connection:")),
  .init("9112-9.3", "200 GET / @a | .", "HTTP/1.0 closes", "GET / HTTP/1.0\r\nHost: a\r\n\r\n"),
  .init(
    "9112-9.3", "200 GET / @a | +", "HTTP/1.0 with keep-alive",
    "GET / HTTP/1.0\r\nHost: a\r\nConnection: Keep-Alive\r\n\r\n"),
  .init(
    "9112-9.3", "200 GET / @a | .", "HTTP/1.0 with both",
    "GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive, close\r\n\r\n"),
  .init(
    "9112-C.2.2", "200 GET / @a | .", "HTTP/1.0 with Keep-Alive alone",
    "GET / HTTP/1.0\r\nHost: a\r\nKeep-Alive: timeout=5\r\n\r\n"),
  .init(
    "9112-C.2.2", "200 GET / @a | .", "Proxy-Connection means nothing",
    "GET / HTTP/1.0\r\nHost: a\r\nProxy-Connection: keep-alive\r\n\r\n"),
  .init("9112-9.6", "200 last | .", "the server's last answer", line("GET /last HTTP/1.1")),
  .init(
    "9110-7.8", "200 GET / @a | +", "Upgrade is not taken up",
    get("Host: a", "Connection: Upgrade", "Upgrade: h2c")),
  .init(
    "9110-7.6.1", "200 GET / @a X:1 | +", "Connection hides no field of its own choice",
    get("Host: a", "Connection: X", "X: 1")),
]

/// RFC 9110, section 10.1.1: Expect.
let expectationCases: [ConformanceCase] = [
  .init(
    "9110-10.1.1", "100 | 200 POST /p @a =abc | +", "waits for the body",
    post("Expect: 100-continue", "Content-Length: 3"), "abc"),
  .init(
    "9110-10.1.1", "100 | 200 POST /p @a | +", "waits for a chunked body",
    post("Expect: 100-Continue", "Transfer-Encoding: chunked"), "0\r\n\r\n"),
  .init(
    "9110-10.1.1", "200 POST /p @a =abc | +", "the body is there already",
    post("Expect: 100-continue", "Content-Length: 3", body: "abc")),
  .init("9110-10.1.1", "200 POST /p @a | +", "no body", post("Expect: 100-continue")),
  .init(
    "9110-10.1.1", "200 POST /p @a | +", "an empty body",
    post("Expect: 100-continue", "Content-Length: 0")),
  .init(
    "9110-10.1.1", "200 POST /p =abc | .", "HTTP/1.0 gets no 100",
    "POST /p HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n", "abc"),
  .init(
    "9110-10.1.1", "417 | .", "HTTP/1.0 expects nothing else either",
    "GET / HTTP/1.0\r\nExpect: tea\r\n\r\n"),
  .init("9110-10.1.1", "417 | .", "an unknown expectation", get("Host: a", "Expect: tea")),
  .init(
    "9110-10.1.1", "417 | .", "a list of expectations",
    get("Host: a", "Expect: 100-continue, tea")),
  .init(
    "9110-10.1.1", "413 | .", "a body that is too long",
    post("Expect: 100-continue", "Content-Length: 999")),
  .init(
    "9110-10.1.1", "400 | .", "a body of two framings",
    post("Expect: 100-continue", "Content-Length: 3", "Transfer-Encoding: chunked")),
  .init("9110-10.1.1", "417 | .", "an empty expectation", get("Host: a", "Expect:")),
]
