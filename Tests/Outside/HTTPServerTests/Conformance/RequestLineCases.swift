/// RFC 9112, sections 2.2, 2.3 and 3: the request line.
let requestLineCases = [
  ConformanceCase("plain", "9112-3", line("GET / HTTP/1.1"), expects: "200 GET / @a | +"),
  ConformanceCase(
    "two spaces before the target", "9112-3", line("GET  / HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "two spaces before the version", "9112-3", line("GET /  HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a space before the method", "9112-3", line(" GET / HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a space after the version", "9112-3", line("GET / HTTP/1.1 "), expects: "400 | ."),
  ConformanceCase(
    "a tab for the first space", "9112-3", line("GET\t/ HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a tab for the second space", "9112-3", line("GET /\tHTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a form feed for a space", "9112-3", line("GET\u{c}/ HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a vertical tab for a space", "9112-3", line("GET /\u{b}HTTP/1.1"), expects: "400 | ."),
  ConformanceCase("a bare CR for a space", "9112-3", line("GET\r/ HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a space inside the target", "9112-3.2", line("GET /a b HTTP/1.1"), expects: "400 | ."),
  ConformanceCase("no target", "9112-3", line("GET HTTP/1.1"), expects: "400 | ."),
  ConformanceCase("HTTP/0.9", "9112-3", line("GET /"), expects: "400 | ."),
  ConformanceCase("the method alone", "9112-3", line("GET"), expects: "400 | ."),
  ConformanceCase(
    "a method that is not a token", "9110-9.1", line("G(T / HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a method with a NUL", "9110-9.1", line("G\u{0}T / HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a method with obs-text", "9110-9.1", line("G\u{e9}T / HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "an empty line before", "9112-2.2", "\r\n" + line("GET / HTTP/1.1"),
    expects: "200 GET / @a | +"),
  ConformanceCase(
    "an empty line before, in pieces", "9112-2.2", "\r", "\n", line("GET / HTTP/1.1"),
    expects: "200 GET / @a | +"),
  ConformanceCase("many empty lines before", "9112-2.2", "\r\n\r\n\r\n\r\n", expects: "400 | ."),
  ConformanceCase(
    "a bare LF before", "9112-2.2", "\n" + line("GET / HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "white space before", "9112-2.2", " \r\n" + line("GET / HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "a bare LF as its end", "9112-2.2", "GET / HTTP/1.1\nHost: a\r\n\r\n",
    expects: "400 | ."),
  ConformanceCase(
    "CR CR LF as its end", "9112-2.2", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n",
    expects: "400 | ."),
  ConformanceCase(
    "a bare CR as its end", "9112-2.2", "GET / HTTP/1.1\rHost: a\r\n\r\n",
    expects: "400 | ."),
  ConformanceCase(
    "white space between it and the first field", "9112-2.2",
    "GET / HTTP/1.1\r\n Host: a\r\n\r\n", expects: "400 | ."),
  ConformanceCase("a NUL in it", "9112-2.2", line("GET /\u{0} HTTP/1.1"), expects: "400 | ."),
  ConformanceCase(
    "bytes of TLS", "9112-2.2", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n", expects: "400 | ."),
  ConformanceCase(
    "a byte order mark before", "9112-2.2", "\u{feff}" + line("GET / HTTP/1.1"),
    expects: "400 | ."),
  ConformanceCase(
    "a version in small letters", "9112-2.3", line("GET / http/1.1"), expects: "400 | ."),
  ConformanceCase("a version without dot", "9112-2.3", line("GET / HTTP/11"), expects: "400 | ."),
  ConformanceCase("a version of one number", "9112-2.3", line("GET / HTTP/1"), expects: "400 | ."),
  ConformanceCase(
    "a version with two digits", "9112-2.3", line("GET / HTTP/1.10"), expects: "400 | ."),
  ConformanceCase(
    "a version with a leading zero", "9112-2.3", line("GET / HTTP/01.1"),
    expects: "400 | ."),
  ConformanceCase("another protocol", "9112-2.3", line("GET / HTTPS/1.1"), expects: "400 | ."),
  ConformanceCase("ICY", "9112-2.3", line("GET / ICY/1.1"), expects: "400 | ."),
  ConformanceCase(
    "a higher minor version", "9110-2.5", line("GET / HTTP/1.2"),
    expects: "200 GET / @a | +"),
  ConformanceCase("HTTP/2 as text", "9110-15.6.6", line("GET / HTTP/2.0"), expects: "505 | ."),
  ConformanceCase("HTTP/3 as text", "9110-15.6.6", line("GET / HTTP/3.0"), expects: "505 | ."),
  ConformanceCase("HTTP/0.9 as text", "9110-15.6.6", line("GET / HTTP/0.9"), expects: "505 | ."),
  ConformanceCase(
    "the preface of HTTP/2", "9113-3.4", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    expects: "505 | ."),
  ConformanceCase(
    "byte by byte", "9112-2.2", "G", "E", "T", " ", "/", " ", "H", "TTP/1.", "1", "\r",
    "\n", "H", "ost: a\r", "\n\r", "\n", expects: "200 GET / @a | +"),
  ConformanceCase(
    "a method longer than any that is known", "9112-3",
    line(String(repeating: "M", count: 40) + " / HTTP/1.1"), expects: "501 | ."),
  ConformanceCase(
    "a method without end", "9112-3", String(repeating: "M", count: 400),
    expects: "501 | ."),
]
