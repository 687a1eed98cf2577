/// RFC 9112, section 9.3.2: pipelined requests.
let pipeliningCases = [
  ConformanceCase(
    "two", "9112-9.3.2", line("GET /1 HTTP/1.1") + line("GET /2 HTTP/1.1"),
    expects: "200 GET /1 @a | 200 GET /2 @a | +"),
  ConformanceCase(
    "behind a body", "9112-9.3.2",
    post("Content-Length: 3", body: "abc") + line("GET /2 HTTP/1.1"),
    expects: "200 POST /p @a =abc | 200 GET /2 @a | +"),
  ConformanceCase(
    "behind a chunked body", "9112-9.3.2",
    chunked("3\r\nabc\r\n0\r\n\r\n") + line("GET /2 HTTP/1.1"),
    expects: "200 POST /p @a =abc | 200 GET /2 @a | +"),
  ConformanceCase(
    "cut inside the second", "9112-9.3.2", line("GET /1 HTTP/1.1") + "GET /2 HT",
    "TP/1.1\r\nHost: a\r\n\r\n", expects: "200 GET /1 @a | 200 GET /2 @a | +"),
  ConformanceCase(
    "nothing behind close", "9112-9.6",
    get("Host: a", "Connection: close") + line("GET /2 HTTP/1.1"), expects: "200 GET / @a | ."),
  ConformanceCase(
    "nothing behind a refusal", "9112-9.3.2",
    "nonsense\r\n\r\n" + line("GET /2 HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a refusal behind an answer", "9112-9.3.2",
    line("GET /1 HTTP/1.1") + "nonsense\r\n\r\n", expects: "200 GET /1 @a | 400 | ."),
  ConformanceCase(
    "an empty line between", "9112-2.2",
    post("Content-Length: 3", body: "abc\r\n") + line("GET /2 HTTP/1.1"),
    expects: "200 POST /p @a =abc | 200 GET /2 @a | +"),
  ConformanceCase(
    "behind HEAD", "9112-9.3.2", line("HEAD /1 HTTP/1.1") + line("GET /2 HTTP/1.1"),
    expects: "200  | 200 GET /2 @a | +"),
  ConformanceCase(
    "behind 204", "9112-6.3", line("GET /empty HTTP/1.1") + line("GET /2 HTTP/1.1"),
    expects: "204 | 200 GET /2 @a | +"),
  ConformanceCase(
    "behind 304", "9112-6.3",
    tagged("If-None-Match: \"v\"") + line("GET /2 HTTP/1.1"), expects: "304 | 200 GET /2 @a | +"),
  ConformanceCase(
    "nothing that the last request did not ask for", "9112-9.2",
    line("GET /1 HTTP/1.1"), expects: "200 GET /1 @a | +"),
]

/// RFC 9112, sections 9.3 and 9.6, and RFC 9110, section 7.6.1: persistence of connections.
let persistenceCases = [
  ConformanceCase("HTTP/1.1 keeps", "9112-9.3", get("Host: a"), expects: "200 GET / @a | +"),
  ConformanceCase(
    "close", "9112-9.6", get("Host: a", "Connection: close"),
    expects: "200 GET / @a | ."),
  ConformanceCase(
    "close in capitals", "9110-7.6.1", get("Host: a", "Connection: CLOSE"),
    expects: "200 GET / @a | ."),
  ConformanceCase(
    "close in a list", "9110-7.6.1", get("Host: a", "Connection: x ,, close , y"),
    expects: "200 GET / @a | ."),
  ConformanceCase(
    "close in a second field", "9110-7.6.1",
    get("Host: a", "Connection: keep-alive", "Connection: close"), expects: "200 GET / @a | ."),
  ConformanceCase(
    "close beats keep-alive", "9112-9.3", get("Host: a", "Connection: close, keep-alive"),
    expects: "200 GET / @a | ."),
  ConformanceCase(
    "closed is another word", "9110-7.6.1", get("Host: a", "Connection: closed"),
    expects: "200 GET / @a | +"),
  ConformanceCase(
    "an empty Connection", "9110-5.6.1.2", get("Host: a", "Connection:"),
    expects: "200 GET / @a | +"),
  ConformanceCase(
    "HTTP/1.0 closes", "9112-9.3", "GET / HTTP/1.0\r\nHost: a\r\n\r\n",
    expects: "200 GET / @a | ."),
  ConformanceCase(
    "HTTP/1.0 with keep-alive", "9112-9.3",
    "GET / HTTP/1.0\r\nHost: a\r\nConnection: Keep-Alive\r\n\r\n", expects: "200 GET / @a | +"),
  ConformanceCase(
    "HTTP/1.0 with both", "9112-9.3",
    "GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive, close\r\n\r\n",
    expects: "200 GET / @a | ."),
  ConformanceCase(
    "HTTP/1.0 with Keep-Alive alone", "9112-C.2.2",
    "GET / HTTP/1.0\r\nHost: a\r\nKeep-Alive: timeout=5\r\n\r\n", expects: "200 GET / @a | ."),
  ConformanceCase(
    "Proxy-Connection means nothing", "9112-C.2.2",
    "GET / HTTP/1.0\r\nHost: a\r\nProxy-Connection: keep-alive\r\n\r\n",
    expects: "200 GET / @a | ."),
  ConformanceCase(
    "the server's last answer", "9112-9.6", line("GET /last HTTP/1.1"),
    expects: "200 last | ."),
  ConformanceCase(
    "Upgrade is not taken up", "9110-7.8",
    get("Host: a", "Connection: Upgrade", "Upgrade: h2c"), expects: "200 GET / @a | +"),
  ConformanceCase(
    "Connection hides no field of its own choice", "9110-7.6.1",
    get("Host: a", "Connection: X", "X: 1"), expects: "200 GET / @a X:1 | +"),
]

/// RFC 9110, section 10.1.1: Expect.
let expectationCases = [
  ConformanceCase(
    "waits for the body", "9110-10.1.1",
    post("Expect: 100-continue", "Content-Length: 3"), "abc",
    expects: "100 | 200 POST /p @a =abc | +"),
  ConformanceCase(
    "waits for a chunked body", "9110-10.1.1",
    post("Expect: 100-Continue", "Transfer-Encoding: chunked"), "0\r\n\r\n",
    expects: "100 | 200 POST /p @a | +"),
  ConformanceCase(
    "the body is there already", "9110-10.1.1",
    post("Expect: 100-continue", "Content-Length: 3", body: "abc"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "no body", "9110-10.1.1", post("Expect: 100-continue"),
    expects: "200 POST /p @a | +"),
  ConformanceCase(
    "an empty body", "9110-10.1.1", post("Expect: 100-continue", "Content-Length: 0"),
    expects: "200 POST /p @a | +"),
  ConformanceCase(
    "HTTP/1.0 gets no 100", "9110-10.1.1",
    "POST /p HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n", "abc",
    expects: "200 POST /p =abc | ."),
  ConformanceCase(
    "HTTP/1.0 expects nothing else either", "9110-10.1.1",
    "GET / HTTP/1.0\r\nExpect: tea\r\n\r\n", expects: "417 | ."),
  ConformanceCase(
    "an unknown expectation", "9110-10.1.1", get("Host: a", "Expect: tea"),
    expects: "417 | ."),
  ConformanceCase(
    "a list of expectations", "9110-10.1.1", get("Host: a", "Expect: 100-continue, tea"),
    expects: "417 | ."),
  ConformanceCase(
    "a body that is too long", "9110-10.1.1",
    post("Expect: 100-continue", "Content-Length: 999"), expects: "413 | ."),
  ConformanceCase(
    "a body of two framings", "9110-10.1.1",
    post("Expect: 100-continue", "Content-Length: 3", "Transfer-Encoding: chunked"),
    expects: "400 | ."),
  ConformanceCase(
    "an empty expectation", "9110-10.1.1", get("Host: a", "Expect:"), expects: "417 | ."),
]
