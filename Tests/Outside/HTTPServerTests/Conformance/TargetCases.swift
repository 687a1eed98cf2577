/// RFC 9112, section 3.2: the four forms of the request target.
let targetCases = [
  ConformanceCase(
    "a path and a query", "9112-3.2.1", line("GET /a/b?c=d&e HTTP/1.1"),
    expects: "200 GET /a/b?c=d&e @a | +"),
  ConformanceCase(
    "an empty query", "9112-3.2.1", line("GET /? HTTP/1.1"), expects: "200 GET /? @a | +"),
  ConformanceCase(
    "two question marks", "9112-3.2.1", line("GET /?a?b HTTP/1.1"),
    expects: "200 GET /?a?b @a | +"),
  ConformanceCase(
    "two slashes", "9112-3.2.1", line("GET //b/c HTTP/1.1"),
    expects: "200 GET //b/c @a | +"),
  ConformanceCase(
    "dot segments are the router's", "9112-3.2.1", line("GET /../a HTTP/1.1"),
    expects: "200 GET /../a @a | +"),
  ConformanceCase(
    "escapes stay as they are", "9112-3.2.1", line("GET /%2F%00%zz HTTP/1.1"),
    expects: "200 GET /%2F%00%zz @a | +"),
  ConformanceCase(
    "what browsers leave unescaped", "9112-3.2.1", line("GET /|{}\"<>\\^` HTTP/1.1"),
    expects: "200 GET /|{}\"<>\\^` @a | +"),
  ConformanceCase("a fragment", "9110-7.1", line("GET /a#b HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a fragment in absolute form", "9110-7.1", line("GET http://a/#b HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase("obs-text", "9112-3.2", line("GET /\u{e9} HTTP/1.1"), expects: "400 | ."),
  ConformanceCase("DEL", "9112-3.2", line("GET /\u{7f} HTTP/1.1"), expects: "400 | ."),
  ConformanceCase("a tab", "9112-3.2", line("GET /\ta HTTP/1.1"), expects: "400 | ."),
  ConformanceCase("no leading slash", "9112-3.2.1", line("GET a HTTP/1.1"), expects: "400 | ."),
  ConformanceCase("a query alone", "9112-3.2.1", line("GET ?a HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "absolute form", "9112-3.2.2", line("GET http://a/x HTTP/1.1"),
    expects: "200 GET http://a/x @a | +"),
  ConformanceCase(
    "absolute form beats Host", "9112-3.2.2", line("GET http://b:81/x HTTP/1.1"),
    expects: "200 GET http://b:81/x @b:81 | +"),
  ConformanceCase(
    "absolute form of https", "9112-3.2.2", line("GET https://b/ HTTP/1.1"),
    expects: "200 GET https://b/ @b | +"),
  ConformanceCase(
    "absolute form, capitals", "9112-3.2.2", line("GET HTTP://B/ HTTP/1.1"),
    expects: "200 GET HTTP://B/ @B | +"),
  ConformanceCase(
    "absolute form without path", "9112-3.2.2", line("GET http://b HTTP/1.1"),
    expects: "200 GET http://b @b | +"),
  ConformanceCase(
    "absolute form without path, with query", "9112-3.2.2",
    line("GET http://b?c HTTP/1.1"), expects: "200 GET http://b?c @b | +"),
  ConformanceCase(
    "absolute form in HTTP/1.0", "9112-3.2.2", "GET http://b/ HTTP/1.0\r\n\r\n",
    expects: "200 GET http://b/ @b | ."),
  ConformanceCase(
    "absolute form still needs Host", "9112-3.2", "GET http://b/ HTTP/1.1\r\n\r\n",
    expects: "400 | ."),
  ConformanceCase(
    "absolute form with user", "9110-4.2.4", line("GET http://u@b/ HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "absolute form without host", "9110-4.2.1", line("GET http:///x HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "absolute form with one slash", "9110-4.2.1", line("GET http:/b HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "absolute form of ftp", "9112-3.2.2", line("GET ftp://b/ HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "absolute form with a backslash", "9112-3.2.2", line("GET http://b\\c/ HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "absolute form with an odd port", "9112-3.2.2", line("GET http://b:x/ HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "asterisk form", "9112-3.2.4", line("OPTIONS * HTTP/1.1"),
    expects: "200 OPTIONS * @a | +"),
  ConformanceCase(
    "asterisk form of another method", "9112-3.2.4", line("GET * HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "an asterisk and more", "9112-3.2.4", line("OPTIONS *a HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "OPTIONS of everything through a proxy", "9112-3.2.4",
    line("OPTIONS http://b:8001 HTTP/1.1"), expects: "200 OPTIONS http://b:8001 @b:8001 | +"),
  ConformanceCase(
    "authority form", "9112-3.2.3", line("CONNECT b:443 HTTP/1.1"), expects: "405 | +"),
  ConformanceCase(
    "authority form, IPv6", "9112-3.2.3", line("CONNECT [::1]:443 HTTP/1.1"),
    expects: "405 | +"),
  ConformanceCase(
    "authority form without port", "9110-9.3.6", line("CONNECT b HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "authority form, empty port", "9110-9.3.6", line("CONNECT b: HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "authority form, port beyond all ports", "9110-9.3.6",
    line("CONNECT b:65536 HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "authority form, port 0", "9110-9.3.6", line("CONNECT b:0 HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "authority form with user", "9112-3.2.3", line("CONNECT u@b:443 HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "CONNECT with a path", "9112-3.2.3", line("CONNECT / HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "CONNECT in absolute form", "9112-3.2.3", line("CONNECT http://b/ HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "authority form of another method", "9112-3.2.3", line("GET b:443 HTTP/1.1"),
    expects: "400 | ."),
]

/// RFC 9112, section 3.2, and RFC 9110, section 7.2: exactly one valid Host.
let hostCases = [
  ConformanceCase("none", "9112-3.2", get("X: 1"), expects: "400 | ."),
  ConformanceCase("none at all", "9112-3.2", get(), expects: "400 | ."),
  ConformanceCase(
    "none in HTTP/1.0", "9112-3.2", "GET / HTTP/1.0\r\n\r\n", expects: "200 GET / | ."),
  ConformanceCase("empty", "9110-4.2.1", get("Host:"), expects: "400 | ."),
  ConformanceCase(
    "empty beside an absolute form", "9112-3.2.2",
    "GET http://b/ HTTP/1.1\r\nHost:\r\n\r\n", expects: "200 GET http://b/ @b | +"),
  ConformanceCase("two of the same", "9112-3.2", get("Host: a", "Host: a"), expects: "400 | ."),
  ConformanceCase("two that differ", "9112-3.2", get("Host: a", "host: b"), expects: "400 | ."),
  ConformanceCase(
    "two in HTTP/1.0", "9112-3.2", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
    expects: "400 | ."),
  ConformanceCase("a list", "9112-3.2", get("Host: a, b"), expects: "400 | ."),
  ConformanceCase("a comma without space", "9112-3.2", get("Host: a,b"), expects: "400 | ."),
  ConformanceCase(
    "the last field", "9110-7.2", get("X: 1", "Host: a"),
    expects: "200 GET / @a X:1 | +"),
  ConformanceCase("any case of its name", "9110-5.1", get("hOsT: a"), expects: "200 GET / @a | +"),
  ConformanceCase("a port", "9110-7.2", get("Host: a:8080"), expects: "200 GET / @a:8080 | +"),
  ConformanceCase("an empty port", "9110-7.2", get("Host: a:"), expects: "200 GET / @a: | +"),
  ConformanceCase("a port of letters", "9110-7.2", get("Host: a:b"), expects: "400 | ."),
  ConformanceCase("a port beyond all ports", "9110-7.2", get("Host: a:65536"), expects: "400 | ."),
  ConformanceCase("two ports", "9110-7.2", get("Host: a:1:2"), expects: "400 | ."),
  ConformanceCase("a port alone", "9110-7.2", get("Host: :80"), expects: "400 | ."),
  ConformanceCase("a user", "9110-7.2", get("Host: u@a"), expects: "400 | ."),
  ConformanceCase("a path", "9110-7.2", get("Host: a/b"), expects: "400 | ."),
  ConformanceCase("a query", "9110-7.2", get("Host: a?b"), expects: "400 | ."),
  ConformanceCase("a fragment", "9110-7.2", get("Host: a#b"), expects: "400 | ."),
  ConformanceCase("a scheme", "9110-7.2", get("Host: http://a"), expects: "400 | ."),
  ConformanceCase("a space inside", "9110-7.2", get("Host: a b"), expects: "400 | ."),
  ConformanceCase("obs-text", "9110-7.2", get("Host: \u{e9}"), expects: "400 | ."),
  ConformanceCase("quotes and brackets", "9110-7.2", get("Host: \"><b>"), expects: "400 | ."),
  ConformanceCase("a backslash", "9110-7.2", get("Host: a\\b"), expects: "400 | ."),
  ConformanceCase("a broken escape", "3986-3.2.2", get("Host: a%zz"), expects: "400 | ."),
  ConformanceCase("a cut escape", "3986-3.2.2", get("Host: a%4"), expects: "400 | ."),
  ConformanceCase("an escape", "3986-3.2.2", get("Host: a%41"), expects: "200 GET / @a%41 | +"),
  ConformanceCase(
    "IPv4", "3986-3.2.2", get("Host: 127.0.0.1:80"),
    expects: "200 GET / @127.0.0.1:80 | +"),
  ConformanceCase(
    "IPv6", "3986-3.2.2", get("Host: [2001:db8::1]:80"),
    expects: "200 GET / @[2001:db8::1]:80 | +"),
  ConformanceCase("IPv6 without its end", "3986-3.2.2", get("Host: [::1"), expects: "400 | ."),
  ConformanceCase("IPv6 without brackets", "3986-3.2.2", get("Host: ::1"), expects: "400 | ."),
  ConformanceCase("IPv6 and more", "3986-3.2.2", get("Host: [::1]a"), expects: "400 | ."),
  ConformanceCase(
    "brackets around no address", "3986-3.2.2", get("Host: [1:2]"), expects: "400 | ."),
  ConformanceCase("brackets around colons", "3986-3.2.2", get("Host: [:::::]"), expects: "400 | ."),
  ConformanceCase("brackets around nothing", "3986-3.2.2", get("Host: []"), expects: "400 | ."),
  ConformanceCase("a zone", "6874-2", get("Host: [fe80::1%25eth0]"), expects: "400 | ."),
  ConformanceCase(
    "any white space around", "9110-5.5", get("Host:\t a \t"), expects: "200 GET / @a | +"),
]
