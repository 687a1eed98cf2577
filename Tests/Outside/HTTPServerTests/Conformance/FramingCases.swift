/// RFC 9112, sections 6.2 and 6.3: Content-Length.
let lengthCases: [ConformanceCase] = [
  .init("9112-6.2", "200 POST /p @a =abc | +", "a body", post("Content-Length: 3", body: "abc")),
  .init(
    "9112-6.2", "200 POST /p @a =abc | +", "a body in pieces",
    post("Content-Length: 3", body: "a"), "b", "c"),
  .init("9112-6.2", "200 POST /p @a | +", "no body", post("Content-Length: 0")),
  .init("9112-6.3", "200 POST /p @a | +", "no length means no body", post()),
  .init(
    "9110-8.6", "200 POST /p @a =abc | +", "leading zeros",
    post("Content-Length: 003", body: "abc")),
  .init(
    "9110-9.3.1", "200 GET / @a =abc | +", "GET has a body too",
    get("Host: a", "Content-Length: 3") + "abc"),
  .init(
    "9112-6.3", "200 GET / @a =GET /x HTTP/1.1\r\nHost:x\r\n | +",
    "a request as a body stays a body",
    get("Host: a", "Content-Length: 25") + "GET /x HTTP/1.1\r\nHost:x\r\n"),
  .init(
    "9112-8", "200 POST /p @a =abcGET /marker HTTP/1.1\r\nHost: m | 400 | .",
    "a length that the marker does not fill",
    "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 32\r\n\r\n", "abc"),
  .init(
    "9112-6.3", "400 | .", "two of the same",
    post("Content-Length: 3", "Content-Length: 3", body: "abc")),
  .init(
    "9112-6.3", "400 | .", "two that differ",
    post("Content-Length: 3", "Content-Length: 0", body: "abc")),
  .init("9112-6.3", "400 | .", "a list of the same", post("Content-Length: 3, 3", body: "abc")),
  .init("9112-6.3", "400 | .", "a list that differs", post("Content-Length: 3, 0", body: "abc")),
  .init("9110-8.6", "400 | .", "empty", post("Content-Length:", body: "abc")),
  .init("9110-8.6", "400 | .", "a sign", post("Content-Length: +3", body: "abc")),
  .init("9110-8.6", "400 | .", "negative", post("Content-Length: -3", body: "abc")),
  .init("9110-8.6", "400 | .", "hexadecimal", post("Content-Length: 0x3", body: "abc")),
  .init("9110-8.6", "400 | .", "a fraction", post("Content-Length: 3.0", body: "abc")),
  .init("9110-8.6", "400 | .", "an exponent", post("Content-Length: 3e0", body: "abc")),
  .init("9110-8.6", "400 | .", "a space inside", post("Content-Length: 1 1", body: "abc")),
  .init("9110-8.6", "400 | .", "quoted", post("Content-Length: \"3\"", body: "abc")),
  .init("9110-8.6", "400 | .", "digits of another script", post("Content-Length: \u{ff13}")),
  .init("9110-8.6", "400 | .", "beyond 64 bits", post("Content-Length: 18446744073709551619")),
  .init("9110-8.6", "400 | .", "beyond 63 bits", post("Content-Length: 9223372036854775808")),
  .init("9110-8.6", "413 | .", "the largest number", post("Content-Length: 9223372036854775807")),
  .init("9110-8.6", "400 | .", "a parameter", post("Content-Length: 3;a=b", body: "abc")),
  .init(
    "9112-6.2", "200 POST /p =abc | .", "HTTP/1.0",
    "POST /p HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc"),
]

/// RFC 9112, sections 6.1 and 6.3: Transfer-Encoding, and both framings at once.
let codingCases: [ConformanceCase] = [
  .init("9112-6.1", "200 POST /p @a =abc | +", "chunked", chunked("3\r\nabc\r\n0\r\n\r\n")),
  .init(
    "9112-7", "200 POST /p @a | +", "capitals",
    post("Transfer-Encoding: CHUNKED", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "200 GET / @a | +", "of a GET",
    get("Host: a", "Transfer-Encoding: chunked") + "0\r\n\r\n"),
  .init(
    "9112-6.1", "400 | .", "with a length after it",
    post("Transfer-Encoding: chunked", "Content-Length: 5", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "400 | .", "with a length before it",
    post("Content-Length: 5", "Transfer-Encoding: chunked", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "400 | .", "with a length of zero",
    post("Content-Length: 0", "Transfer-Encoding: chunked", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "400 | .", "unknown, with a length",
    post("Transfer-Encoding: x", "Content-Length: 3", body: "abc")),
  .init(
    "9112-6.1", "400 | .", "in HTTP/1.0",
    "POST /p HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  .init(
    "9112-6.1", "400 | .", "twice",
    post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "400 | .", "chunked, chunked",
    post("Transfer-Encoding: chunked, chunked", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "400 | .", "chunked, then identity",
    post("Transfer-Encoding: chunked", "Transfer-Encoding: identity", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "501 | .", "gzip, then chunked, in two fields",
    post("Transfer-Encoding: gzip", "Transfer-Encoding: chunked", body: "0\r\n\r\n")),
  .init(
    "9112-6.3", "400 | .", "chunked, then gzip",
    post("Transfer-Encoding: chunked, gzip", body: "0\r\n\r\n")),
  .init(
    "9112-6.1", "501 | .", "gzip, chunked",
    post("Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n")),
  .init("9112-7", "400 | .", "identity", post("Transfer-Encoding: identity")),
  .init("9112-6.1", "400 | .", "unknown", post("Transfer-Encoding: cow")),
  .init("9112-6.1", "400 | .", "xchunked", post("Transfer-Encoding: xchunked", body: "0\r\n\r\n")),
  .init("9112-6.1", "400 | .", "chunkedx", post("Transfer-Encoding: chunkedx", body: "0\r\n\r\n")),
  .init(
    "9112-7", "400 | .", "a parameter",
    post("Transfer-Encoding: chunked;a=b", body: "0\r\n\r\n")),
  .init("9112-6.1", "400 | .", "quoted", post("Transfer-Encoding: \"chunked\"", body: "0\r\n\r\n")),
  .init(
    "9110-5.6.1.2", "400 | .", "a leading comma",
    post("Transfer-Encoding: ,chunked", body: "0\r\n\r\n")),
  .init(
    "9110-5.6.1.2", "400 | .", "a trailing comma",
    post("Transfer-Encoding: chunked,", body: "0\r\n\r\n")),
  .init("9112-6.1", "400 | .", "empty", post("Transfer-Encoding:", body: "0\r\n\r\n")),
  .init(
    "9110-5.5", "400 | .", "a vertical tab before it",
    post("Transfer-Encoding: \u{b}chunked", body: "0\r\n\r\n")),
  .init(
    "9110-5.5", "400 | .", "a NUL behind it",
    post("Transfer-Encoding: chunked\u{0}", body: "0\r\n\r\n")),
  .init(
    "9110-5.5", "400 | .", "obs-text before it",
    post("Transfer-Encoding: \u{a0}chunked", body: "0\r\n\r\n")),
  .init(
    "9112-5.1", "400 | .", "a space before its colon",
    post("Transfer-Encoding : chunked", body: "0\r\n\r\n")),
  .init(
    "9110-5.1", "200 POST /p @a =abc | +", "an underscore in its name is another name",
    post("Transfer_Encoding: chunked", "Content-Length: 3", body: "abc")),
  .init("9110-10.1.4", "200 GET / @a | +", "TE is not framing", get("Host: a", "TE: chunked")),
  .init(
    "9110-8.4", "200 POST /p @a =abc | +", "Content-Encoding is not framing",
    post("Content-Encoding: chunked", "Content-Length: 3", body: "abc")),
]
