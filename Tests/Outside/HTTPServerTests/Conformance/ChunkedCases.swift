/// RFC 9112, sections 7.1 and 7.1.1: chunks and their extensions.
let chunkCases = [
  ConformanceCase(
    "two chunks", "9112-7.1", chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =abcde | +"),
  ConformanceCase(
    "capital digits", "9112-7.1", chunked("A\r\n0123456789\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =0123456789 | +"),
  ConformanceCase(
    "small digits", "9112-7.1", chunked("a\r\n0123456789\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =0123456789 | +"),
  ConformanceCase(
    "leading zeros", "9112-7.1", chunked("003\r\nabc\r\n000\r\n\r\n"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "line ends as data", "9112-7.1", chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =\r\n\r\n | +"),
  ConformanceCase(
    "the last chunk as data", "9112-7.1", chunked("5\r\n0\r\n\r\n\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =0\r\n\r\n | +"),
  ConformanceCase(
    "byte by byte", "9112-7.1", chunked(""), "3", "\r", "\n", "a", "b", "c", "\r", "\n",
    "0", "\r", "\n", "\r", "\n", expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "a size of no digits", "9112-7.1", chunked("\r\nabc\r\n0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase("a size of other letters", "9112-7.1", chunked("g\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a size with 0x", "9112-7.1", chunked("0x3\r\nabc\r\n0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a negative size", "9112-7.1", chunked("-3\r\nabc\r\n0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a size with a sign", "9112-7.1", chunked("+3\r\nabc\r\n0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a size with an underscore", "9112-7.1", chunked("0_3\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a space before the size", "9112-7.1", chunked(" 3\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a space behind the size", "9112-7.1", chunked("3 \r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a tab behind the size", "9112-7.1", chunked("3\t\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a size beyond 64 bits", "9112-7.1", chunked("10000000000000003\r\nabc\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a size of all bits", "9112-7.1", chunked("ffffffffffffffff\r\nabc\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a size of 60 bits", "9112-7.1", chunked("fffffffffffffff\r\nabc\r\n"),
    expects: "413 | ."),
  ConformanceCase(
    "a bare LF behind the size", "9112-7.1", chunked("3\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a bare CR behind the size", "9112-7.1", chunked("3\rabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "CR CR LF behind the size", "9112-7.1", chunked("3\r\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a bare LF behind the data", "9112-7.1", chunked("3\r\nabc\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "no line end behind the data", "9112-7.1", chunked("3\r\nabc0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "other bytes for the line end", "9112-7.1", chunked("3\r\nabcXX0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "more data than the size says", "9112-7.1", chunked("2\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "less data than the size says", "9112-7.1", chunked("4\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase("no last chunk", "9112-8", chunked("3\r\nabc\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a bare LF behind the last chunk", "9112-7.1", chunked("0\n\r\n"), expects: "400 | ."),
  ConformanceCase("a bare LF as the last line", "9112-7.1", chunked("0\r\n\n"), expects: "400 | ."),
  ConformanceCase(
    "an extension", "9112-7.1.1", chunked("3;a=b\r\nabc\r\n0;c\r\n\r\n"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "a quoted extension", "9112-7.1.1", chunked("3;a=\"b;\\\"\"\r\nabc\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "several extensions", "9112-7.1.1", chunked("3;a;b=c;d=\"\"\r\nabc\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "an extension without name", "9112-7.1.1", chunked("3;\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "an extension without value", "9112-7.1.1", chunked("3;a=\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "white space in an extension", "9112-7.1.1", chunked("3 ;a=b\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a bare LF in an extension", "9112-7.1.1", chunked("3;a\nb\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a bare CR in an extension", "9112-7.1.1", chunked("3;a\rb\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a line end in a quoted extension", "9112-7.1.1",
    chunked("3;a=\"\r\nabc\"\r\nabc\r\n0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a NUL in an extension", "9112-7.1.1", chunked("3;a=\u{0}\r\nabc\r\n0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "an extension without end", "9112-7.1.1",
    chunked("3;a=" + String(repeating: "x", count: 1100)), expects: "400 | ."),
  ConformanceCase(
    "extensions that are most of the body", "9112-7.1.1",
    chunked(String(repeating: "1;a=" + String(repeating: "x", count: 60) + "\r\na\r\n", count: 20)),
    expects: "400 | ."),
]

/// RFC 9112, section 7.1.2, and RFC 9110, section 6.5: trailers.
let trailerCases = [
  ConformanceCase(
    "a trailer", "9112-7.1.2", chunked("0\r\nT: v\r\n\r\n"), expects: "200 POST /p @a | +"),
  ConformanceCase(
    "a trailer is not a header", "9110-6.5.1", chunked("0\r\nX: 1\r\n\r\n"),
    expects: "200 POST /p @a | +"),
  ConformanceCase(
    "a trailer does not frame", "9110-6.5.1",
    chunked("0\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n"),
    expects: "200 POST /p @a | +"),
  ConformanceCase(
    "a trailer is not a Host", "9110-6.5.1", chunked("0\r\nHost: b\r\n\r\n"),
    expects: "200 POST /p @a | +"),
  ConformanceCase(
    "a trailer does not close", "9110-6.5.1", chunked("0\r\nConnection: close\r\n\r\n"),
    expects: "200 POST /p @a | +"),
  ConformanceCase(
    "a space before a trailer's colon", "9112-5.1", chunked("0\r\nT : v\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase("folded", "9112-5.2", chunked("0\r\nT: v\r\n w\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a trailer without colon", "9112-5", chunked("0\r\nT\r\n\r\n"), expects: "400 | ."),
  ConformanceCase("a bare LF", "9112-2.2", chunked("0\r\nT: v\n\r\n"), expects: "400 | ."),
  ConformanceCase("a NUL", "9110-5.5", chunked("0\r\nT: \u{0}\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a request in their place", "9112-7.1.2",
    chunked("0\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "too long", "6585-5", chunked("0\r\nT: " + String(repeating: "t", count: 600)),
    expects: "431 | ."),
  ConformanceCase(
    "too many", "6585-5", chunked("0\r\n" + String(repeating: "T: v\r\n", count: 9)),
    expects: "431 | ."),
]
