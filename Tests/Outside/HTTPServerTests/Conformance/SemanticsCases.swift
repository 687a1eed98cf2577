/// RFC 9110, sections 9.1 and 9.3: methods.
let methodCases = [
  ConformanceCase(
    "small letters are another method", "9110-9.1", line("get / HTTP/1.1"),
    expects: "200 get / @a | +"),
  ConformanceCase(
    "an unknown method", "9110-9.1", line("BREW /pot HTTP/1.1"),
    expects: "200 BREW /pot @a | +"),
  ConformanceCase(
    "a method of marks", "9110-5.6.2", line("!#$ / HTTP/1.1"),
    expects: "200 !#$ / @a | +"),
  ConformanceCase("HEAD has no body", "9110-9.3.2", line("HEAD / HTTP/1.1"), expects: "200  | +"),
  ConformanceCase("HEAD of HTTP/1.0", "9110-9.3.2", "HEAD / HTTP/1.0\r\n\r\n", expects: "200  | ."),
  ConformanceCase(
    "HEAD with a body in the request", "9110-9.3.2",
    "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", expects: "200  | +"),
  ConformanceCase(
    "a refused HEAD has no body either", "9110-9.3.2", "HEAD / HTTP/1.1\r\n\r\n",
    expects: "400 | ."),
  ConformanceCase(
    "a refused HEAD whose target is none", "9110-9.3.2", line("HEAD a HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "a refused HEAD with a long target", "9110-9.3.2",
    line("HEAD /" + String(repeating: "t", count: 64) + " HTTP/1.1"), expects: "414 | ."),
  ConformanceCase(
    "a refused HEAD with a target without end", "9110-9.3.2",
    line("HEAD / HTTP/1.1"), "HEAD /" + String(repeating: "t", count: 500) + " HTTP/1.1\r\n",
    expects: "200  | 414 | ."),
  ConformanceCase(
    "a refused HEAD with a bare line feed", "9110-9.3.2", "HEAD / HTTP/1.1\nHost: a\r\n\r\n",
    expects: "400 | ."),
  ConformanceCase(
    "a refused HEAD with a bare line feed, in pieces", "9110-9.3.2", "HE", "AD", " / HTTP/1.1",
    "\nHost: a\r\n\r\n", expects: "400 | ."),
  ConformanceCase(
    "a refused HEAD with too many fields", "9110-9.3.2",
    "HEAD / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: 1\r\n", count: 9),
    expects: "431 | ."),
  ConformanceCase(
    "TRACE does not reflect", "9110-9.3.8", line("TRACE / HTTP/1.1"), expects: "405 | +"),
  ConformanceCase(
    "TRACE with a body does not either", "9110-9.3.8",
    "TRACE / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", expects: "405 | +"),
  ConformanceCase(
    "CONNECT opens no tunnel", "9110-9.3.6",
    line("CONNECT b:443 HTTP/1.1") + line("GET /2 HTTP/1.1"), expects: "405 | 200 GET /2 @a | +"),
  ConformanceCase(
    "DELETE with a body", "9110-9.3.5",
    "DELETE / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
    expects: "200 DELETE / @a =abc | +"),
  ConformanceCase(
    "OPTIONS of a path", "9110-9.3.7", line("OPTIONS /x HTTP/1.1"),
    expects: "200 OPTIONS /x @a | +"),
  ConformanceCase(
    "a method is not overridden", "9110-9.1",
    get("Host: a", "X-HTTP-Method-Override: DELETE"), expects: "200 GET / @a | +"),
]

/// RFC 9110, sections 12.5.3, 13.1 and 14: content negotiation, conditional requests and ranges.
let conditionalCases = [
  ConformanceCase("no condition", "9110-13.1.2", tagged(), expects: "200 plain | +"),
  ConformanceCase(
    "the tag it has", "9110-13.1.2", tagged("If-None-Match: \"v\""), expects: "304 | +"),
  ConformanceCase(
    "the tag it has, to HEAD", "9110-13.1.2",
    tagged("If-None-Match: \"v\"", method: "HEAD"), expects: "304 | +"),
  ConformanceCase(
    "a weak tag", "9110-13.1.2", tagged("If-None-Match: W/\"v\""), expects: "304 | +"),
  ConformanceCase(
    "a small weak mark is none", "9110-8.8.3", tagged("If-None-Match: w/\"v\""),
    expects: "200 plain | +"),
  ConformanceCase(
    "another tag", "9110-13.1.2", tagged("If-None-Match: \"w\""),
    expects: "200 plain | +"),
  ConformanceCase(
    "tags mind their case", "9110-8.8.3", tagged("If-None-Match: \"V\""),
    expects: "200 plain | +"),
  ConformanceCase(
    "a list of tags", "9110-13.1.2", tagged("If-None-Match: \"a,b\", W/\"c\" ,,\"v\""),
    expects: "304 | +"),
  ConformanceCase(
    "tags in two fields", "9110-5.3",
    tagged("If-None-Match: \"a\"", "If-None-Match: \"v\""), expects: "304 | +"),
  ConformanceCase("any tag", "9110-13.1.2", tagged("If-None-Match: *"), expects: "304 | +"),
  ConformanceCase(
    "an unquoted tag", "9110-8.8.3", tagged("If-None-Match: v"),
    expects: "200 plain | +"),
  ConformanceCase(
    "a tag without end", "9110-8.8.3", tagged("If-None-Match: \"v"),
    expects: "200 plain | +"),
  ConformanceCase(
    "an empty condition", "9110-13.1.2", tagged("If-None-Match:"),
    expects: "200 plain | +"),
  ConformanceCase(
    "If-Modified-Since needs a Last-Modified", "9110-13.1.3",
    tagged("If-Modified-Since: Sat, 21 Nov 2026 01:31:09 GMT"), expects: "200 plain | +"),
  ConformanceCase(
    "If-None-Match goes before If-Modified-Since", "9110-13.2.2",
    tagged("If-None-Match: \"w\"", "If-Modified-Since: Sat, 21 Nov 2026 01:31:09 GMT"),
    expects: "200 plain | +"),
  ConformanceCase(
    "a tag that it must have", "9110-13.1.1", tagged("If-Match: \"v\""),
    expects: "200 plain | +"),
  ConformanceCase(
    "a tag that it must have, and has not", "9110-13.1.1", tagged("If-Match: \"w\""),
    expects: "412 | +"),
  ConformanceCase(
    "a weak tag that it must have", "9110-13.1.1", tagged("If-Match: W/\"v\""),
    expects: "412 | +"),
  ConformanceCase(
    "any tag that it must have", "9110-13.1.1", tagged("If-Match: *"), expects: "200 plain | +"),
  ConformanceCase(
    "one of several tags that it must have", "9110-13.1.1",
    tagged("If-Match: \"a\"", "If-Match: W/\"b\", \"v\""), expects: "200 plain | +"),
  ConformanceCase(
    "no tag that it must have", "9110-13.1.1", tagged("If-Match: v"), expects: "412 | +"),
  ConformanceCase(
    "If-Match goes before If-None-Match", "9110-13.2.2",
    tagged("If-Match: \"w\"", "If-None-Match: \"v\""), expects: "412 | +"),
  ConformanceCase(
    "If-Match and If-None-Match both name it", "9110-13.2.2",
    tagged("If-Match: \"v\"", "If-None-Match: \"v\""), expects: "304 | +"),
  ConformanceCase(
    "If-Match to HEAD", "9110-13.2.1", tagged("If-Match: \"w\"", method: "HEAD"),
    expects: "412 | +"),
  ConformanceCase(
    "If-Match names the variant", "9110-13.1.1",
    tagged("If-Match: \"v-gzip\"", "Accept-Encoding: gzip"), expects: "200 zipped | +"),
  ConformanceCase(
    "If-Match names the other variant, which is acceptable too", "9110-13.1.1",
    tagged("If-Match: \"v\"", "Accept-Encoding: gzip"), expects: "200 plain | +"),
  ConformanceCase(
    "If-Match names a variant that is not acceptable", "9110-13.1.1",
    tagged("If-Match: \"v-gzip\""), expects: "412 | +"),
  ConformanceCase(
    "the tag of a variant that is not acceptable", "9110-13.1.2",
    tagged("If-None-Match: \"v-gzip\""), expects: "200 plain | +"),
  ConformanceCase(
    "If-Unmodified-Since needs a Last-Modified", "9110-13.1.4",
    tagged("If-Unmodified-Since: Sat, 21 Nov 2026 01:31:09 GMT"), expects: "200 plain | +"),
  ConformanceCase(
    "a range is not served in parts", "9110-14.2", tagged("Range: bytes=0-1"),
    expects: "200 plain | +"),
  ConformanceCase(
    "a range beyond the end", "9110-14.2", tagged("Range: bytes=99-"),
    expects: "200 plain | +"),
  ConformanceCase(
    "If-Range changes nothing", "9110-13.1.5",
    tagged("Range: bytes=0-1", "If-Range: \"v\""), expects: "200 plain | +"),
  ConformanceCase(
    "gzip", "9110-12.5.3", tagged("Accept-Encoding: gzip"), expects: "200 zipped | +"),
  ConformanceCase(
    "gzip in capitals", "9110-8.4.1", tagged("Accept-Encoding: GZIP"),
    expects: "200 zipped | +"),
  ConformanceCase(
    "x-gzip", "9110-8.4.1.3", tagged("Accept-Encoding: x-gzip"),
    expects: "200 zipped | +"),
  ConformanceCase(
    "gzip refused", "9110-12.5.3", tagged("Accept-Encoding: gzip;q=0"),
    expects: "200 plain | +"),
  ConformanceCase(
    "gzip refused in other words", "9110-12.4.2",
    tagged("Accept-Encoding: gzip ; q=0.000"), expects: "200 plain | +"),
  ConformanceCase(
    "anything", "9110-12.5.3", tagged("Accept-Encoding: *"), expects: "200 zipped | +"),
  ConformanceCase(
    "anything but gzip", "9110-12.5.3", tagged("Accept-Encoding: *, gzip;q=0"),
    expects: "200 plain | +"),
  ConformanceCase(
    "identity rather than gzip", "9110-12.5.3",
    tagged("Accept-Encoding: gzip;q=0.5, identity"), expects: "200 plain | +"),
  ConformanceCase("no coding", "9110-12.5.3", tagged("Accept-Encoding:"), expects: "200 plain | +"),
  ConformanceCase(
    "the tag of the compressed bytes", "9110-8.8.1",
    tagged("Accept-Encoding: gzip", "If-None-Match: \"v-gzip\""), expects: "304 | +"),
  ConformanceCase(
    "several fields of codings", "9110-5.3",
    tagged("Accept-Encoding: br", "Accept-Encoding: gzip"), expects: "200 zipped | +"),
]
