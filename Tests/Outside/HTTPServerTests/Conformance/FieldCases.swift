/// RFC 9112, section 5, and RFC 9110, sections 5.1 and 5.5: field lines.
let fieldCases = [
  ConformanceCase(
    "no white space before the value", "9112-5", get("Host:a", "X:1"),
    expects: "200 GET / @a X:1 | +"),
  ConformanceCase(
    "much white space around the value", "9112-5.1", get("Host: a", "X: \t 1 \t "),
    expects: "200 GET / @a X:1 | +"),
  ConformanceCase(
    "white space inside the value", "9110-5.5", get("Host: a", "X: 1\t 2"),
    expects: "200 GET / @a X:1\t 2 | +"),
  ConformanceCase(
    "several lines of a name", "9110-5.3", get("X: 1", "Host: a", "x: 2"),
    expects: "200 GET / @a X:1, 2 | +"),
  ConformanceCase("an empty value", "9110-5.5", get("Host: a", "Y:"), expects: "200 GET / @a | +"),
  ConformanceCase(
    "obs-text in a value", "9110-5.5", get("Host: a", "X: \u{e9}"),
    expects: "200 GET / @a X:\u{e9} | +"),
  ConformanceCase(
    "every mark of a token in a name", "9110-5.6.2",
    get("Host: a", "!#$%&'*+-.^_`|~09azAZ: 1"), expects: "200 GET / @a | +"),
  ConformanceCase(
    "a space before the colon", "9112-5.1", get("Host: a", "X : 1"), expects: "400 | ."),
  ConformanceCase(
    "a tab before the colon", "9112-5.1", get("Host: a", "X\t: 1"), expects: "400 | ."),
  ConformanceCase(
    "a vertical tab before the colon", "9112-5.1", get("Host: a", "X\u{b}: 1"),
    expects: "400 | ."),
  ConformanceCase(
    "a NUL before the colon", "9112-5.1", get("Host: a", "X\u{0}: 1"), expects: "400 | ."),
  ConformanceCase(
    "a bare CR before the colon", "9112-5.1", get("Host: a", "X\r: 1"),
    expects: "400 | ."),
  ConformanceCase("no name", "9112-5", get("Host: a", ": 1"), expects: "400 | ."),
  ConformanceCase("no colon", "9112-5", get("Host: a", "X"), expects: "400 | ."),
  ConformanceCase(
    "a space inside a name", "9110-5.1", get("Host: a", "X Y: 1"), expects: "400 | ."),
  ConformanceCase("a slash in a name", "9110-5.1", get("Host: a", "X/Y: 1"), expects: "400 | ."),
  ConformanceCase("a quoted name", "9110-5.1", get("Host: a", "\"X\": 1"), expects: "400 | ."),
  ConformanceCase("a name in brackets", "9110-5.1", get("Host: a", "(X): 1"), expects: "400 | ."),
  ConformanceCase(
    "obs-text in a name", "9110-5.1", get("Host: a", "X\u{e9}: 1"), expects: "400 | ."),
  ConformanceCase("a NUL in a value", "9110-5.5", get("Host: a", "X: 1\u{0}2"), expects: "400 | ."),
  ConformanceCase(
    "a bare CR in a value", "9110-5.5", get("Host: a", "X: 1\r2"), expects: "400 | ."),
  ConformanceCase(
    "a CR at the end of a value", "9110-5.5", get("Host: a", "X: 1\r"),
    expects: "400 | ."),
  ConformanceCase(
    "a bare LF in a value", "9112-2.2", get("Host: a", "X: 1\nY: 2"), expects: "400 | ."),
  ConformanceCase("a bell in a value", "9110-5.5", get("Host: a", "X: \u{7}"), expects: "400 | ."),
  ConformanceCase(
    "an escape in a value", "9110-5.5", get("Host: a", "X: \u{1b}[0m"),
    expects: "400 | ."),
  ConformanceCase("DEL in a value", "9110-5.5", get("Host: a", "X: \u{7f}"), expects: "400 | ."),
  ConformanceCase(
    "a bare LF ends the head", "9112-2.2", "GET / HTTP/1.1\r\nHost: a\r\n\n",
    expects: "400 | ."),
  ConformanceCase(
    "bare LFs throughout", "9112-2.2", "GET / HTTP/1.1\nHost: a\n\n", expects: "400 | ."),
  ConformanceCase(
    "a CR alone ends the head", "9112-2.2", "GET / HTTP/1.1\r\nHost: a\r\n\rX",
    expects: "400 | ."),
  ConformanceCase(
    "folded with a space", "9112-5.2", get("Host: a", "X: 1", " 2"), expects: "400 | ."),
  ConformanceCase(
    "folded with a tab", "9112-5.2", get("Host: a", "X: 1", "\t2"), expects: "400 | ."),
  ConformanceCase(
    "a folded empty line", "9112-5.2", get("Host: a", "X: 1", " "), expects: "400 | ."),
  ConformanceCase("a folded Host", "9112-5.2", get("Host:", " a"), expects: "400 | ."),
  ConformanceCase(
    "a folded Content-Length", "9112-5.2", post("Content-Length:", " 3", body: "abc"),
    expects: "400 | ."),
  ConformanceCase(
    "a folded Transfer-Encoding", "9112-5.2",
    post("Transfer-Encoding:", " chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "white space alone as a line", "9112-5.2", get("Host: a", " \t "), expects: "400 | ."),
  ConformanceCase(
    "another request line among the fields", "9112-5",
    get("Host: a", "GET /b HTTP/1.1"), expects: "400 | ."),
]

/// RFC 9112, section 2.3 of RFC 6585 and section 15.5 of RFC 9110: limits, counted exactly.
let limitCases = [
  ConformanceCase(
    "a target as long as allowed", "9112-3",
    line("GET /" + String(repeating: "t", count: 63) + " HTTP/1.1"),
    expects: "200 GET /\(String(repeating: "t", count: 63)) @a | +"),
  ConformanceCase(
    "a target one byte longer", "9110-15.5.15",
    line("GET /" + String(repeating: "t", count: 64) + " HTTP/1.1"), expects: "414 | ."),
  ConformanceCase(
    "a target without end", "9110-15.5.15", "GET /" + String(repeating: "t", count: 500),
    expects: "414 | ."),
  ConformanceCase(
    "as many fields as allowed", "6585-5",
    get("Host: a", "A: 1", "B: 1", "C: 1", "D: 1", "E: 1", "F: 1", "X: 1"),
    expects: "200 GET / @a X:1 | +"),
  ConformanceCase(
    "one field more", "6585-5",
    get("Host: a", "A: 1", "B: 1", "C: 1", "D: 1", "E: 1", "F: 1", "G: 1", "X: 1"),
    expects: "431 | ."),
  ConformanceCase(
    "one field too long", "6585-5",
    get("Host: a", "Y: " + String(repeating: "y", count: 600)), expects: "431 | ."),
  ConformanceCase(
    "a field without end", "6585-5", "GET / HTTP/1.1\r\nHost: a\r\nY: ",
    String(repeating: "y", count: 600), expects: "431 | ."),
  ConformanceCase(
    "a name without end", "6585-5", "GET / HTTP/1.1\r\nHost: a\r\n",
    String(repeating: "Y", count: 600), expects: "431 | ."),
  ConformanceCase(
    "fields too long together", "6585-5",
    get(
      "Host: a", "Y: " + String(repeating: "y", count: 300),
      "Z: " + String(repeating: "z", count: 300)), expects: "431 | ."),
  ConformanceCase(
    "a body as long as allowed", "9110-15.5.14",
    post("Content-Length: 32", body: String(repeating: "b", count: 32)),
    expects: "200 POST /p @a =\(String(repeating: "b", count: 32)) | +"),
  ConformanceCase(
    "a body one byte longer", "9110-15.5.14", post("Content-Length: 33"),
    expects: "413 | ."),
  ConformanceCase(
    "a chunked body as long as allowed", "9110-15.5.14",
    chunked("10\r\nbbbbbbbbbbbbbbbb\r\n10\r\nbbbbbbbbbbbbbbbb\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =\(String(repeating: "b", count: 32)) | +"),
  ConformanceCase(
    "a chunked body one byte longer", "9110-15.5.14",
    chunked("10\r\nbbbbbbbbbbbbbbbb\r\n11\r\n"), expects: "413 | ."),
]
