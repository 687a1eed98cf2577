/// RFC 9112, sections 6.2 and 6.3: Content-Length.
let lengthCases = [
  ConformanceCase(
    "a body", "9112-6.2", post("Content-Length: 3", body: "abc"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "a body in pieces", "9112-6.2", post("Content-Length: 3", body: "a"), "b", "c",
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase("no body", "9112-6.2", post("Content-Length: 0"), expects: "200 POST /p @a | +"),
  ConformanceCase("no length means no body", "9112-6.3", post(), expects: "200 POST /p @a | +"),
  ConformanceCase(
    "leading zeros", "9110-8.6", post("Content-Length: 003", body: "abc"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "GET has a body too", "9110-9.3.1", get("Host: a", "Content-Length: 3") + "abc",
    expects: "200 GET / @a =abc | +"),
  ConformanceCase(
    "a request as a body stays a body", "9112-6.3",
    get("Host: a", "Content-Length: 25") + "GET /x HTTP/1.1\r\nHost:x\r\n",
    expects: "200 GET / @a =GET /x HTTP/1.1\r\nHost:x\r\n | +"),
  ConformanceCase(
    "a length that the marker does not fill", "9112-8",
    "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 32\r\n\r\n", "abc",
    expects: "200 POST /p @a =abcGET /marker HTTP/1.1\r\nHost: m | 400 | ."),
  ConformanceCase(
    "two of the same", "9112-6.3",
    post("Content-Length: 3", "Content-Length: 3", body: "abc"), expects: "400 | ."),
  ConformanceCase(
    "two that differ", "9112-6.3",
    post("Content-Length: 3", "Content-Length: 0", body: "abc"), expects: "400 | ."),
  ConformanceCase(
    "a list of the same", "9112-6.3", post("Content-Length: 3, 3", body: "abc"),
    expects: "400 | ."),
  ConformanceCase(
    "a list that differs", "9112-6.3", post("Content-Length: 3, 0", body: "abc"),
    expects: "400 | ."),
  ConformanceCase("empty", "9110-8.6", post("Content-Length:", body: "abc"), expects: "400 | ."),
  ConformanceCase(
    "a sign", "9110-8.6", post("Content-Length: +3", body: "abc"), expects: "400 | ."),
  ConformanceCase(
    "negative", "9110-8.6", post("Content-Length: -3", body: "abc"), expects: "400 | ."),
  ConformanceCase(
    "hexadecimal", "9110-8.6", post("Content-Length: 0x3", body: "abc"),
    expects: "400 | ."),
  ConformanceCase(
    "a fraction", "9110-8.6", post("Content-Length: 3.0", body: "abc"),
    expects: "400 | ."),
  ConformanceCase(
    "an exponent", "9110-8.6", post("Content-Length: 3e0", body: "abc"),
    expects: "400 | ."),
  ConformanceCase(
    "a space inside", "9110-8.6", post("Content-Length: 1 1", body: "abc"),
    expects: "400 | ."),
  ConformanceCase(
    "quoted", "9110-8.6", post("Content-Length: \"3\"", body: "abc"), expects: "400 | ."),
  ConformanceCase(
    "digits of another script", "9110-8.6", post("Content-Length: \u{ff13}"),
    expects: "400 | ."),
  ConformanceCase(
    "beyond 64 bits", "9110-8.6", post("Content-Length: 18446744073709551619"),
    expects: "400 | ."),
  ConformanceCase(
    "beyond 63 bits", "9110-8.6", post("Content-Length: 9223372036854775808"),
    expects: "400 | ."),
  ConformanceCase(
    "the largest number", "9110-8.6", post("Content-Length: 9223372036854775807"),
    expects: "413 | ."),
  ConformanceCase(
    "a parameter", "9110-8.6", post("Content-Length: 3;a=b", body: "abc"),
    expects: "400 | ."),
  ConformanceCase(
    "HTTP/1.0", "9112-6.2", "POST /p HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc",
    expects: "200 POST /p =abc | ."),
]

/// RFC 9112, sections 6.1 and 6.3: Transfer-Encoding, and both framings at once.
let codingCases = [
  ConformanceCase(
    "chunked", "9112-6.1", chunked("3\r\nabc\r\n0\r\n\r\n"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "capitals", "9112-7", post("Transfer-Encoding: CHUNKED", body: "0\r\n\r\n"),
    expects: "200 POST /p @a | +"),
  ConformanceCase(
    "of a GET", "9112-6.1", get("Host: a", "Transfer-Encoding: chunked") + "0\r\n\r\n",
    expects: "200 GET / @a | +"),
  ConformanceCase(
    "with a length after it", "9112-6.1",
    post("Transfer-Encoding: chunked", "Content-Length: 5", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "with a length before it", "9112-6.1",
    post("Content-Length: 5", "Transfer-Encoding: chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "with a length of zero", "9112-6.1",
    post("Content-Length: 0", "Transfer-Encoding: chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "unknown, with a length", "9112-6.1",
    post("Transfer-Encoding: x", "Content-Length: 3", body: "abc"), expects: "400 | ."),
  ConformanceCase(
    "in HTTP/1.0", "9112-6.1",
    "POST /p HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", expects: "400 | ."),
  ConformanceCase(
    "twice", "9112-6.1",
    post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: "0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "chunked, chunked", "9112-6.1",
    post("Transfer-Encoding: chunked, chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "chunked, then identity", "9112-6.1",
    post("Transfer-Encoding: chunked", "Transfer-Encoding: identity", body: "0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "gzip, then chunked, in two fields", "9112-6.1",
    post("Transfer-Encoding: gzip", "Transfer-Encoding: chunked", body: "0\r\n\r\n"),
    expects: "501 | ."),
  ConformanceCase(
    "chunked, then gzip", "9112-6.3",
    post("Transfer-Encoding: chunked, gzip", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "gzip, chunked", "9112-6.1",
    post("Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n"), expects: "501 | ."),
  ConformanceCase("identity", "9112-7", post("Transfer-Encoding: identity"), expects: "400 | ."),
  ConformanceCase("unknown", "9112-6.1", post("Transfer-Encoding: cow"), expects: "400 | ."),
  ConformanceCase(
    "xchunked", "9112-6.1", post("Transfer-Encoding: xchunked", body: "0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "chunkedx", "9112-6.1", post("Transfer-Encoding: chunkedx", body: "0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a parameter", "9112-7", post("Transfer-Encoding: chunked;a=b", body: "0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "quoted", "9112-6.1", post("Transfer-Encoding: \"chunked\"", body: "0\r\n\r\n"),
    expects: "400 | ."),
  ConformanceCase(
    "a leading comma", "9110-5.6.1.2",
    post("Transfer-Encoding: ,chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a trailing comma", "9110-5.6.1.2",
    post("Transfer-Encoding: chunked,", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "empty", "9112-6.1", post("Transfer-Encoding:", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a vertical tab before it", "9110-5.5",
    post("Transfer-Encoding: \u{b}chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a NUL behind it", "9110-5.5",
    post("Transfer-Encoding: chunked\u{0}", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "obs-text before it", "9110-5.5",
    post("Transfer-Encoding: \u{a0}chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "a space before its colon", "9112-5.1",
    post("Transfer-Encoding : chunked", body: "0\r\n\r\n"), expects: "400 | ."),
  ConformanceCase(
    "an underscore in its name is another name", "9110-5.1",
    post("Transfer_Encoding: chunked", "Content-Length: 3", body: "abc"),
    expects: "200 POST /p @a =abc | +"),
  ConformanceCase(
    "TE is not framing", "9110-10.1.4", get("Host: a", "TE: chunked"),
    expects: "200 GET / @a | +"),
  ConformanceCase(
    "Content-Encoding is not framing", "9110-8.4",
    post("Content-Encoding: chunked", "Content-Length: 3", body: "abc"),
    expects: "200 POST /p @a =abc | +"),
]
