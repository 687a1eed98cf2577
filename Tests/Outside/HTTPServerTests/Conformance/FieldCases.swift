/// RFC 9112, section 5, and RFC 9110, sections 5.1 and 5.5: field lines.
let fieldCases: [ConformanceCase] = [
  .init("9112-5", "200 GET / @a X:1 | +", "no white space before the value", get("Host:a", "X:1")),
  .init(
    "9112-5.1", "200 GET / @a X:1 | +", "much white space around the value",
    get("Host: a", "X: \t 1 \t ")),
  .init(
    "9110-5.5", "200 GET / @a X:1\t 2 | +", "white space inside the value",
    get("Host: a", "X: 1\t 2")),
  .init(
    "9110-5.3", "200 GET / @a X:1, 2 | +", "several lines of a name",
    get("X: 1", "Host: a", "x: 2")),
  .init("9110-5.5", "200 GET / @a | +", "an empty value", get("Host: a", "Y:")),
  .init(
    "9110-5.5", "200 GET / @a X:\u{e9} | +", "obs-text in a value",
    get("Host: a", "X: \u{e9}")),
  .init(
    "9110-5.6.2", "200 GET / @a | +", "every mark of a token in a name",
    get("Host: a", "!#$%&'*+-.^_`|~09azAZ: 1")),
  .init("9112-5.1", "400 | .", "a space before the colon", get("Host: a", "X : 1")),
  .init("9112-5.1", "400 | .", "a tab before the colon", get("Host: a", "X\t: 1")),
  .init("9112-5.1", "400 | .", "a vertical tab before the colon", get("Host: a", "X\u{b}: 1")),
  .init("9112-5.1", "400 | .", "a NUL before the colon", get("Host: a", "X\u{0}: 1")),
  .init("9112-5.1", "400 | .", "a bare CR before the colon", get("Host: a", "X\r: 1")),
  .init("9112-5", "400 | .", "no name", get("Host: a", ": 1")),
  .init("9112-5", "400 | .", "no colon", get("Host: a", "X")),
  .init("9110-5.1", "400 | .", "a space inside a name", get("Host: a", "X Y: 1")),
  .init("9110-5.1", "400 | .", "a slash in a name", get("Host: a", "X/Y: 1")),
  .init("9110-5.1", "400 | .", "a quoted name", get("Host: a", "\"X\": 1")),
  .init("9110-5.1", "400 | .", "a name in brackets", get("Host: a", "(X): 1")),
  .init("9110-5.1", "400 | .", "obs-text in a name", get("Host: a", "X\u{e9}: 1")),
  .init("9110-5.5", "400 | .", "a NUL in a value", get("Host: a", "X: 1\u{0}2")),
  .init("9110-5.5", "400 | .", "a bare CR in a value", get("Host: a", "X: 1\r2")),
  .init("9110-5.5", "400 | .", "a CR at the end of a value", get("Host: a", "X: 1\r")),
  .init("9112-2.2", "400 | .", "a bare LF in a value", get("Host: a", "X: 1\nY: 2")),
  .init("9110-5.5", "400 | .", "a bell in a value", get("Host: a", "X: \u{7}")),
  .init("9110-5.5", "400 | .", "an escape in a value", get("Host: a", "X: \u{1b}[0m")),
  .init("9110-5.5", "400 | .", "DEL in a value", get("Host: a", "X: \u{7f}")),
  .init("9112-2.2", "400 | .", "a bare LF ends the head", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
  .init("9112-2.2", "400 | .", "bare LFs throughout", "GET / HTTP/1.1\nHost: a\n\n"),
  .init("9112-2.2", "400 | .", "a CR alone ends the head", "GET / HTTP/1.1\r\nHost: a\r\n\rX"),
  .init("9112-5.2", "400 | .", "folded with a space", get("Host: a", "X: 1", " 2")),
  .init("9112-5.2", "400 | .", "folded with a tab", get("Host: a", "X: 1", "\t2")),
  .init("9112-5.2", "400 | .", "a folded empty line", get("Host: a", "X: 1", " ")),
  .init("9112-5.2", "400 | .", "a folded Host", get("Host:", " a")),
  .init(
    "9112-5.2", "400 | .", "a folded Content-Length",
    post("Content-Length:", " 3", body: "abc")),
  .init(
    "9112-5.2", "400 | .", "a folded Transfer-Encoding",
    post("Transfer-Encoding:", " chunked", body: "0\r\n\r\n")),
  .init("9112-5.2", "400 | .", "white space alone as a line", get("Host: a", " \t ")),
  .init(
    "9112-5", "400 | .", "another request line among the fields",
    get("Host: a", "GET /b HTTP/1.1")),
]

/// RFC 9112, section 2.3 of RFC 6585 and section 15.5 of RFC 9110: limits, counted exactly.
let limitCases: [ConformanceCase] = [
  .init(
    "9112-3", "200 GET /\(String(repeating: "t", count: 63)) @a | +", "a target as long as allowed",
    line("GET /" + String(repeating: "t", count: 63) + " HTTP/1.1")),
  .init(
    "9110-15.5.15", "414 | .", "a target one byte longer",
    line("GET /" + String(repeating: "t", count: 64) + " HTTP/1.1")),
  .init(
    "9110-15.5.15", "414 | .", "a target without end",
    "GET /" + String(repeating: "t", count: 500)),
  .init(
    "6585-5", "200 GET / @a X:1 | +", "as many fields as allowed",
    get("Host: a", "A: 1", "B: 1", "C: 1", "D: 1", "E: 1", "F: 1", "X: 1")),
  .init(
    "6585-5", "431 | .", "one field more",
    get("Host: a", "A: 1", "B: 1", "C: 1", "D: 1", "E: 1", "F: 1", "G: 1", "X: 1")),
  .init(
    "6585-5", "431 | .", "one field too long",
    get("Host: a", "Y: " + String(repeating: "y", count: 600))),
  .init(
    "6585-5", "431 | .", "a field without end",
    "GET / HTTP/1.1\r\nHost: a\r\nY: ", String(repeating: "y", count: 600)),
  .init(
    "6585-5", "431 | .", "a name without end",
    "GET / HTTP/1.1\r\nHost: a\r\n", String(repeating: "Y", count: 600)),
  .init(
    "6585-5", "431 | .", "fields too long together",
    get(
      "Host: a", "Y: " + String(repeating: "y", count: 300),
      "Z: " + String(repeating: "z", count: 300))),
  .init(
    "9110-15.5.14", "200 POST /p @a =\(String(repeating: "b", count: 32)) | +",
    "a body as long as allowed",
    post("Content-Length: 32", body: String(repeating: "b", count: 32))),
  .init("9110-15.5.14", "413 | .", "a body one byte longer", post("Content-Length: 33")),
  .init(
    "9110-15.5.14", "200 POST /p @a =\(String(repeating: "b", count: 32)) | +",
    "a chunked body as long as allowed",
    chunked("10\r\nbbbbbbbbbbbbbbbb\r\n10\r\nbbbbbbbbbbbbbbbb\r\n0\r\n\r\n")),
  .init(
    "9110-15.5.14", "413 | .", "a chunked body one byte longer",
    chunked("10\r\nbbbbbbbbbbbbbbbb\r\n11\r\n")),
]
