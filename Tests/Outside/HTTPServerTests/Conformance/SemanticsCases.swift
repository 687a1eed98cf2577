/// RFC 9110, sections 9.1 and 9.3: methods.
let methodCases: [ConformanceCase] = [
  .init("9110-9.1", "200 get / @a | +", "small letters are another method", line("get / HTTP/1.1")),
  .init("9110-9.1", "200 BREW /pot @a | +", "an unknown method", line("BREW /pot HTTP/1.1")),
  .init("9110-5.6.2", "200 !#$ / @a | +", "a method of marks", line("!#$ / HTTP/1.1")),
  .init("9110-9.3.2", "200  | +", "HEAD has no body", line("HEAD / HTTP/1.1")),
  .init("9110-9.3.2", "200  | .", "HEAD of HTTP/1.0", "HEAD / HTTP/1.0\r\n\r\n"),
  .init(
    "9110-9.3.2", "200  | +", "HEAD with a body in the request",
    "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
  .init("9110-9.3.2", "400 | .", "a refused HEAD has no body either", "HEAD / HTTP/1.1\r\n\r\n"),
  .init("9110-9.3.2", "400 | .", "a refused HEAD whose target is none", line("HEAD a HTTP/1.1")),
  .init(
    "9110-9.3.2", "414 | .", "a refused HEAD with a long target",
    line("HEAD /" + String(repeating: "t", count: 64) + " HTTP/1.1")),
  .init(
    "9110-9.3.2", "200  | 414 | .", "a refused HEAD with a target without end",
    line("HEAD / HTTP/1.1"), "HEAD /" + String(repeating: "t", count: 500) + " HTTP/1.1\r\n"),
  .init(
    "9110-9.3.2", "400 | .", "a refused HEAD with a bare line feed",
    "HEAD / HTTP/1.1\nHost: a\r\n\r\n"),
  .init(
    "9110-9.3.2", "400 | .", "a refused HEAD with a bare line feed, in pieces",
    "HE", "AD", " / HTTP/1.1", "\nHost: a\r\n\r\n"),
  .init(
    "9110-9.3.2", "431 | .", "a refused HEAD with too many fields",
    "HEAD / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: 1\r\n", count: 9)),
  .init("9110-9.3.8", "405 | +", "TRACE does not reflect", line("TRACE / HTTP/1.1")),
  .init(
    "9110-9.3.8", "405 | +", "TRACE with a body does not either",
    "TRACE / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
  .init(
    "9110-9.3.6", "405 | 200 GET /2 @a | +", "CONNECT opens no tunnel",
    line("CONNECT b:443 HTTP/1.1") + line("GET /2 HTTP/1.1")),
  .init(
    "9110-9.3.5", "200 DELETE / @a =abc | +", "DELETE with a body",
    "DELETE / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"),
  .init("9110-9.3.7", "200 OPTIONS /x @a | +", "OPTIONS of a path", line("OPTIONS /x HTTP/1.1")),
  .init(
    "9110-9.1", "200 GET / @a | +", "a method is not overridden",
    get("Host: a", "X-HTTP-Method-Override: DELETE")),
]

/// RFC 9110, sections 12.5.3, 13.1 and 14: content negotiation, conditional requests and ranges.
let conditionalCases: [ConformanceCase] = [
  .init("9110-13.1.2", "200 plain | +", "no condition", tagged()),
  .init("9110-13.1.2", "304 | +", "the tag it has", tagged("If-None-Match: \"v\"")),
  .init(
    "9110-13.1.2", "304 | +", "the tag it has, to HEAD",
    tagged("If-None-Match: \"v\"", method: "HEAD")),
  .init("9110-13.1.2", "304 | +", "a weak tag", tagged("If-None-Match: W/\"v\"")),
  .init(
    "9110-8.8.3", "200 plain | +", "a small weak mark is none",
    tagged("If-None-Match: w/\"v\"")),
  .init("9110-13.1.2", "200 plain | +", "another tag", tagged("If-None-Match: \"w\"")),
  .init("9110-8.8.3", "200 plain | +", "tags mind their case", tagged("If-None-Match: \"V\"")),
  .init(
    "9110-13.1.2", "304 | +", "a list of tags",
    tagged("If-None-Match: \"a,b\", W/\"c\" ,,\"v\"")),
  .init(
    "9110-5.3", "304 | +", "tags in two fields",
    tagged("If-None-Match: \"a\"", "If-None-Match: \"v\"")),
  .init("9110-13.1.2", "304 | +", "any tag", tagged("If-None-Match: *")),
  .init("9110-8.8.3", "200 plain | +", "an unquoted tag", tagged("If-None-Match: v")),
  .init("9110-8.8.3", "200 plain | +", "a tag without end", tagged("If-None-Match: \"v")),
  .init("9110-13.1.2", "200 plain | +", "an empty condition", tagged("If-None-Match:")),
  .init(
    "9110-13.1.3", "200 plain | +", "If-Modified-Since needs a Last-Modified",
    tagged("If-Modified-Since: Sat, 21 Nov 2026 01:31:09 GMT")),
  .init(
    "9110-13.2.2", "200 plain | +", "If-None-Match goes before If-Modified-Since",
    tagged("If-None-Match: \"w\"", "If-Modified-Since: Sat, 21 Nov 2026 01:31:09 GMT")),
  .init("9110-13.1.1", "200 plain | +", "a tag that it must have", tagged("If-Match: \"v\"")),
  .init(
    "9110-13.1.1", "412 | +", "a tag that it must have, and has not",
    tagged("If-Match: \"w\"")),
  .init("9110-13.1.1", "412 | +", "a weak tag that it must have", tagged("If-Match: W/\"v\"")),
  .init("9110-13.1.1", "200 plain | +", "any tag that it must have", tagged("If-Match: *")),
  .init(
    "9110-13.1.1", "200 plain | +", "one of several tags that it must have",
    tagged("If-Match: \"a\"", "If-Match: W/\"b\", \"v\"")),
  .init("9110-13.1.1", "412 | +", "no tag that it must have", tagged("If-Match: v")),
  .init(
    "9110-13.2.2", "412 | +", "If-Match goes before If-None-Match",
    tagged("If-Match: \"w\"", "If-None-Match: \"v\"")),
  .init(
    "9110-13.2.2", "304 | +", "If-Match and If-None-Match both name it",
    tagged("If-Match: \"v\"", "If-None-Match: \"v\"")),
  .init("9110-13.2.1", "412 | +", "If-Match to HEAD", tagged("If-Match: \"w\"", method: "HEAD")),
  .init(
    "9110-13.1.1", "200 zipped | +", "If-Match names the variant",
    tagged("If-Match: \"v-gzip\"", "Accept-Encoding: gzip")),
  .init(
    "9110-13.1.1", "200 plain | +", "If-Match names the other variant, which is acceptable too",
    tagged("If-Match: \"v\"", "Accept-Encoding: gzip")),
  .init(
    "9110-13.1.1", "412 | +", "If-Match names a variant that is not acceptable",
    tagged("If-Match: \"v-gzip\"")),
  .init(
    "9110-13.1.2", "200 plain | +", "the tag of a variant that is not acceptable",
    tagged("If-None-Match: \"v-gzip\"")),
  .init(
    "9110-13.1.4", "200 plain | +", "If-Unmodified-Since needs a Last-Modified",
    tagged("If-Unmodified-Since: Sat, 21 Nov 2026 01:31:09 GMT")),
  .init("9110-14.2", "200 plain | +", "a range is not served in parts", tagged("Range: bytes=0-1")),
  .init("9110-14.2", "200 plain | +", "a range beyond the end", tagged("Range: bytes=99-")),
  .init(
    "9110-13.1.5", "200 plain | +", "If-Range changes nothing",
    tagged("Range: bytes=0-1", "If-Range: \"v\"")),
  .init("9110-12.5.3", "200 zipped | +", "gzip", tagged("Accept-Encoding: gzip")),
  .init("9110-8.4.1", "200 zipped | +", "gzip in capitals", tagged("Accept-Encoding: GZIP")),
  .init("9110-8.4.1.3", "200 zipped | +", "x-gzip", tagged("Accept-Encoding: x-gzip")),
  .init("9110-12.5.3", "200 plain | +", "gzip refused", tagged("Accept-Encoding: gzip;q=0")),
  .init(
    "9110-12.4.2", "200 plain | +", "gzip refused in other words",
    tagged("Accept-Encoding: gzip ; q=0.000")),
  .init("9110-12.5.3", "200 zipped | +", "anything", tagged("Accept-Encoding: *")),
  .init(
    "9110-12.5.3", "200 plain | +", "anything but gzip",
    tagged("Accept-Encoding: *, gzip;q=0")),
  .init(
    "9110-12.5.3", "200 plain | +", "identity rather than gzip",
    tagged("Accept-Encoding: gzip;q=0.5, identity")),
  .init("9110-12.5.3", "200 plain | +", "no coding", tagged("Accept-Encoding:")),
  .init(
    "9110-8.8.1", "304 | +", "the tag of the compressed bytes",
    tagged("Accept-Encoding: gzip", "If-None-Match: \"v-gzip\"")),
  .init(
    "9110-5.3", "200 zipped | +", "several fields of codings",
    tagged("Accept-Encoding: br", "Accept-Encoding: gzip")),
]
