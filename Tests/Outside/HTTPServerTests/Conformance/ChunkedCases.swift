/// RFC 9112, sections 7.1 and 7.1.1: chunks and their extensions.
let chunkCases: [ConformanceCase] = [
  .init(
    "9112-7.1", "200 POST /p @a =abcde | +", "two chunks",
    chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")),
  .init(
    "9112-7.1", "200 POST /p @a =0123456789 | +", "capital digits",
    chunked("A\r\n0123456789\r\n0\r\n\r\n")),
  .init(
    "9112-7.1", "200 POST /p @a =0123456789 | +", "small digits",
    chunked("a\r\n0123456789\r\n0\r\n\r\n")),
  .init(
    "9112-7.1", "200 POST /p @a =abc | +", "leading zeros",
    chunked("003\r\nabc\r\n000\r\n\r\n")),
  .init(
    "9112-7.1", "200 POST /p @a =\r\n\r\n | +", "line ends as data",
    chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n")),
  .init(
    "9112-7.1", "200 POST /p @a =0\r\n\r\n | +", "the last chunk as data",
    chunked("5\r\n0\r\n\r\n\r\n0\r\n\r\n")),
  .init(
    "9112-7.1", "200 POST /p @a =abc | +", "byte by byte",
    chunked(""), "3", "\r", "\n", "a", "b", "c", "\r", "\n", "0", "\r", "\n", "\r", "\n"),
  .init("9112-7.1", "400 | .", "a size of no digits", chunked("\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a size of other letters", chunked("g\r\n")),
  .init("9112-7.1", "400 | .", "a size with 0x", chunked("0x3\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a negative size", chunked("-3\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a size with a sign", chunked("+3\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a size with an underscore", chunked("0_3\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a space before the size", chunked(" 3\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a space behind the size", chunked("3 \r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a tab behind the size", chunked("3\t\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a size beyond 64 bits", chunked("10000000000000003\r\nabc\r\n")),
  .init("9112-7.1", "400 | .", "a size of all bits", chunked("ffffffffffffffff\r\nabc\r\n")),
  .init("9112-7.1", "413 | .", "a size of 60 bits", chunked("fffffffffffffff\r\nabc\r\n")),
  .init("9112-7.1", "400 | .", "a bare LF behind the size", chunked("3\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a bare CR behind the size", chunked("3\rabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "CR CR LF behind the size", chunked("3\r\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "a bare LF behind the data", chunked("3\r\nabc\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "no line end behind the data", chunked("3\r\nabc0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "other bytes for the line end", chunked("3\r\nabcXX0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "more data than the size says", chunked("2\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1", "400 | .", "less data than the size says", chunked("4\r\nabc\r\n0\r\n\r\n")),
  .init("9112-8", "400 | .", "no last chunk", chunked("3\r\nabc\r\n")),
  .init("9112-7.1", "400 | .", "a bare LF behind the last chunk", chunked("0\n\r\n")),
  .init("9112-7.1", "400 | .", "a bare LF as the last line", chunked("0\r\n\n")),
  .init(
    "9112-7.1.1", "200 POST /p @a =abc | +", "an extension",
    chunked("3;a=b\r\nabc\r\n0;c\r\n\r\n")),
  .init(
    "9112-7.1.1", "200 POST /p @a =abc | +", "a quoted extension",
    chunked("3;a=\"b;\\\"\"\r\nabc\r\n0\r\n\r\n")),
  .init(
    "9112-7.1.1", "200 POST /p @a =abc | +", "several extensions",
    chunked("3;a;b=c;d=\"\"\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1.1", "400 | .", "an extension without name", chunked("3;\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1.1", "400 | .", "an extension without value", chunked("3;a=\r\nabc\r\n0\r\n\r\n")),
  .init(
    "9112-7.1.1", "400 | .", "white space in an extension",
    chunked("3 ;a=b\r\nabc\r\n0\r\n\r\n")),
  .init(
    "9112-7.1.1", "400 | .", "a bare LF in an extension",
    chunked("3;a\nb\r\nabc\r\n0\r\n\r\n")),
  .init(
    "9112-7.1.1", "400 | .", "a bare CR in an extension",
    chunked("3;a\rb\r\nabc\r\n0\r\n\r\n")),
  .init(
    "9112-7.1.1", "400 | .", "a line end in a quoted extension",
    chunked("3;a=\"\r\nabc\"\r\nabc\r\n0\r\n\r\n")),
  .init("9112-7.1.1", "400 | .", "a NUL in an extension", chunked("3;a=\u{0}\r\nabc\r\n0\r\n\r\n")),
  .init(
    "9112-7.1.1", "400 | .", "an extension without end",
    chunked("3;a=" + String(repeating: "x", count: 1100))),
  .init(
    "9112-7.1.1", "400 | .", "extensions that are most of the body",
    chunked(String(repeating: "1;a=" + String(repeating: "x", count: 60) + "\r\na\r\n", count: 20))),
]

/// RFC 9112, section 7.1.2, and RFC 9110, section 6.5: trailers.
let trailerCases: [ConformanceCase] = [
  .init("9112-7.1.2", "200 POST /p @a | +", "a trailer", chunked("0\r\nT: v\r\n\r\n")),
  .init(
    "9110-6.5.1", "200 POST /p @a | +", "a trailer is not a header",
    chunked("0\r\nX: 1\r\n\r\n")),
  .init(
    "9110-6.5.1", "200 POST /p @a | +", "a trailer does not frame",
    chunked("0\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n")),
  .init(
    "9110-6.5.1", "200 POST /p @a | +", "a trailer is not a Host",
    chunked("0\r\nHost: b\r\n\r\n")),
  .init(
    "9110-6.5.1", "200 POST /p @a | +", "a trailer does not close",
    chunked("0\r\nConnection: close\r\n\r\n")),
  .init("9112-5.1", "400 | .", "a space before a trailer's colon", chunked("0\r\nT : v\r\n\r\n")),
  .init("9112-5.2", "400 | .", "folded", chunked("0\r\nT: v\r\n w\r\n\r\n")),
  .init("9112-5", "400 | .", "a trailer without colon", chunked("0\r\nT\r\n\r\n")),
  .init("9112-2.2", "400 | .", "a bare LF", chunked("0\r\nT: v\n\r\n")),
  .init("9110-5.5", "400 | .", "a NUL", chunked("0\r\nT: \u{0}\r\n\r\n")),
  .init(
    "9112-7.1.2", "400 | .", "a request in their place",
    chunked("0\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n")),
  .init("6585-5", "431 | .", "too long", chunked("0\r\nT: " + String(repeating: "t", count: 600))),
  .init(
    "6585-5", "431 | .", "too many",
    chunked("0\r\n" + String(repeating: "T: v\r\n", count: 9))),
]
