typealias ConfigurationProblemCase = (text: String, expected: [String])

/// Invalid configurations, and their problems.
enum ConfigurationProblemCases {
  static let texts: [ConfigurationProblemCase] = [
    ("", ["k.json:1:1: the text is empty: expected a JSON value"]),
    ("[]", ["k.json:1:1: found an array: expected an object"]),
    (
      "{\n  \"server\": {},\n}",
      ["k.json:2:15: unexpected comma before the closing bracket; delete the comma"]
    ),
    (
      "{ \"server\": { } // note\n}",
      [
        "k.json:1:17: comments are not part of JSON; delete it"
      ]
    ),
    (
      "{\"server\": {}, \"server\": {}}",
      ["k.json:1:16: server: this name is already used in the object: expected it once"]
    ),
    (
      "{\"sever\": {}}",
      ["k.json:1:2: sever: unknown key: did you mean 'server'?"]
    ),
    (
      "{\"zzzzzz\": {}}",
      [
        "k.json:1:2: zzzzzz: unknown key: expected one of $schema, server, store, history, health, audit, statistics, outgoing, dashboard, doctor, apps, sites"
      ]
    ),
  ]

  static let server: [ConfigurationProblemCase] = [
    (#"{"$schema": 1}"#, ["$schema: found a number: expected a string"]),
    (#"{"server": []}"#, ["server: found an array: expected an object"]),
    (
      #"{"server": {"listen": "127.0.0.1:80"}}"#,
      ["server.listen: found a string: expected an array"]
    ),
    (
      #"{"server": {"listen": []}}"#,
      ["server.listen: the array is empty: expected at least one address"]
    ),
    (
      #"{"server": {"listen": ["8080"]}}"#,
      [
        "server.listen[0]: '8080' has no port: expected <IPv4>:<port>, [<IPv6>]:<port> or unix:<path>"
      ]
    ),
    (
      #"{"server": {"listen": ["tls:127.0.0.1:443"]}}"#,
      ["server.listen[0]: 'tls:127.0.0.1:443' has no certificate: expected 'server.tls'"]
    ),
    (
      #"{"server": {"listen": ["tls:unix:/k"], "tls": {"acme": {"hosts": ["x.example"]}}}}"#,
      [
        "server.listen[0]: 'tls:unix:/k' is not an address for TLS: expected tls:<IPv4>:<port> or tls:[<IPv6>]:<port>"
      ]
    ),
    (
      #"{"server": {"listen": ["127.0.0.1:80"], "management": ["tls:127.0.0.1:80"], "tls": {"acme": {"hosts": ["x.example"]}}}}"#,
      [
        "server.management[0]: '127.0.0.1:80' is already listed at server.listen[0]: expected it once"
      ]
    ),
    (
      #"{"server": {"listen": ["tls:127.0.0.1:443"], "tls": {"clientCA": "c", "acme": {"hosts": ["x.example"]}}}}"#,
      [
        "server.tls: 'clientCA' protects nothing: expected an address of 'management' with tls:"
      ]
    ),
    (
      #"{"server": {"listen": ["tls:127.0.0.1:443"], "tls": {"hsts": {}, "acme": {"hosts": ["x.example"]}}}}"#,
      ["server.tls.hsts: 'maxAge' is missing: expected it here"]
    ),
    (
      #"{"server": {"listen": ["tls:127.0.0.1:443"], "tls": {"hsts": {"maxAge": 31536000, "preload": true}, "acme": {"hosts": ["x.example"]}}}}"#,
      [
        "server.tls.hsts: 'preload' is for whole domains: expected 'includeSubDomains' and a 'maxAge' of at least 31536000"
      ]
    ),
    (
      #"{"server": {"tls": {}}}"#,
      ["server.tls: there is no certificate: expected 'certificates' or 'acme'"]
    ),
    (
      #"{"server": {"tls": {"acme": {"hosts": [], "email": "me", "directory": "http://x/"}}}}"#,
      [
        "server.tls.acme.hosts: the array is empty: expected at least one host",
        "server.tls.acme.email: 'me' is not an e-mail address: expected one such as admin@example.com",
        "server.tls.acme.directory: 'http://x/' is not the directory of an authority: expected one such as https://acme-v02.api.letsencrypt.org/directory",
      ]
    ),
    (
      #"{"server": {"listen": ["localhost:80"]}}"#,
      [
        "server.listen[0]: 'localhost' is not an IP address: expected <IPv4>:<port>, [<IPv6>]:<port> or unix:<path>"
      ]
    ),
    (
      #"{"server": {"listen": ["127.0.0.1:65536"]}}"#,
      ["server.listen[0]: '65536' is not a port: expected a number from 0 to 65535"]
    ),
    (
      #"{"server": {"listen": ["127.0.0.1:+8"]}}"#,
      ["server.listen[0]: '+8' is not a port: expected a number from 0 to 65535"]
    ),
    (
      #"{"server": {"listen": ["::1:8080"]}}"#,
      ["server.listen[0]: '::1:8080' needs brackets: expected [::1]:8080"]
    ),
    (
      #"{"server": {"listen": ["[::g]:8080"]}}"#,
      ["server.listen[0]: '::g' is not an IPv6 address: expected one such as [::1]:8080"]
    ),
    (
      #"{"server": {"listen": ["unix:"]}}"#,
      ["server.listen[0]: 'unix:' names no path: expected unix:/run/keiro/keiro.sock"]
    ),
    (
      "{\"server\": {\"listen\": [\"unix:/\(String(repeating: "a", count: 107))\"]}}",
      ["server.listen[0]: the path of the socket has 108 bytes: expected at most 107"]
    ),
    (
      #"{"server": {"listen": ["127.0.0.1:80"], "management": ["127.0.0.1:80"]}}"#,
      [
        "server.management[0]: '127.0.0.1:80' is already listed at server.listen[0]: expected it once"
      ]
    ),
    (
      #"{"server": {"workers": -1}}"#,
      ["server.workers: -1 is out of range: expected a whole number from 0 to 256"]
    ),
    (
      #"{"server": {"workers": "2"}}"#,
      ["server.workers: found a string: expected a whole number"]
    ),
    (
      #"{"server": {"trustedProxies": ["localhost"]}}"#,
      [
        "server.trustedProxies[0]: 'localhost' is not a network: expected an IP address, a network such as 10.0.0.0/8, or unix:"
      ]
    ),
    (
      #"{"server": {"trustedProxies": ["10.0.0.0/33", "::/129"]}}"#,
      [
        "server.trustedProxies[0]: '33' is not a prefix length: expected a number from 0 to 32",
        "server.trustedProxies[1]: '129' is not a prefix length: expected a number from 0 to 128",
      ]
    ),
    (
      #"{"server": {"trustedProxies": ["::1", "::1"]}}"#,
      [
        "server.trustedProxies[1]: '::1' is already listed at server.trustedProxies[0]: expected it once"
      ]
    ),
    (
      #"{"server": {"accessLog": false}}"#,
      ["server.accessLog: found a boolean: expected a path, \"-\" or null"]
    ),
    (
      #"{"server": {"accessLog": ""}}"#,
      ["server.accessLog: the text is empty: expected at least one character"]
    ),
    (
      #"{"server": {"drainTimeout": 1.5}}"#,
      ["server.drainTimeout: 1.5 is out of range: expected a whole number from 0 to 3600"]
    ),
    (
      #"{"server": {"limits": {"connections": 0, "idleTimout": 1}}}"#,
      [
        "server.limits.connections: 0 is out of range: expected a whole number from 1 to 1000000",
        "server.limits.idleTimout: unknown key: did you mean 'idleTimeout'?",
      ]
    ),
    (
      #"{"statistics": {"hours": 0, "days": "1"}}"#,
      [
        "statistics.hours: 0 is out of range: expected a whole number from 1 to 3660",
        "statistics.days: found a string: expected a whole number",
      ]
    ),
    (
      #"{"statistics": {"days": 13}}"#,
      [
        "statistics.days: 13 days are fewer than the 14 of which hours are kept: expected at least as many"
      ]
    ),
    (#"{"store": {}}"#, ["store: no store is named: expected 'sqlite', 'postgres' or 'memory'"]),
    (
      #"{"store": {"sqlite": "a", "memory": true}}"#,
      ["store: more than one store is named: expected one"]
    ),
    (
      #"{"store": {"memory": false}}"#,
      ["store.memory: 'memory' can only be true: expected true, or 'sqlite' instead"]
    ),
    (
      #"{"store": {"sqlite": "a", "copy": "b", "node": "c"}}"#,
      [
        "store.copy: the key has no effect without 'postgres': expected it as well",
        "store.node: the key has no effect without 'postgres': expected it as well",
      ]
    ),
    (
      #"{"store": {"postgres": "a=b", "node": "a b", "limitedLinks": "no", "migrate": 1}}"#,
      [
        "store.node: 'a b' is no name of a node: expected up to 50 letters, digits and signs",
        "store.limitedLinks: 'no' is unknown: expected 'refuse' or 'serve'",
        "store.migrate: found a number: expected true or false",
      ]
    ),
  ]

  static let sites: [ConfigurationProblemCase] = [
    (#""title": """#, ["sites[0].title: the text is empty: expected at least one character"]),
    (#""title": "a\nb""#, ["sites[0].title: the text contains a control character: expected none"]),
    (
      #""language": "Japanese (Japan)""#,
      [
        "sites[0].language: 'Japanese (Japan)' is not a language tag: expected the form of 'en' or 'pt-BR'"
      ]
    ),
    (
      #""brand": { "accent": "blue", "icon": "nowhere.png" }"#,
      [
        "sites[0].brand.accent: 'blue' is not a colour: expected the form of \"#0a5bd0\"",
        "sites[0].brand.icon: cannot read 'nowhere.png': no such file or directory",
      ]
    ),
    (
      #""notFound": "ftp://x.example/""#,
      [
        "sites[0].notFound: 'ftp://x.example/' is not an http or https URL: expected one such as https://www.example.com/"
      ]
    ),
    (
      #""notFound": 404"#,
      ["sites[0].notFound: found a number: expected a URL or {\"file\": \"<path>\"}"]
    ),
    (
      #""root": "/start", "routes": [ { "/": "/", "title": "Top" } ]"#,
      ["sites[0].root: a route has '/' too: expected one of them"]
    ),
    (
      #""alternateHost": "*.x.example""#,
      [
        "sites[0].alternateHost: '*.x.example' is a wildcard: expected one host that links can lead to"
      ]
    ),
    (
      #""destinationHosts": ["https://x.example/"]"#,
      [
        "sites[0].destinationHosts[0]: 'https://x.example/' is not a host: expected it without scheme and path, as in 'x.example'"
      ]
    ),
    (
      #""webcredentials": ["a", "a"]"#,
      ["sites[0].webcredentials[1]: this app is listed twice: expected it once"]
    ),
    (
      #""appclips": ["b"]"#,
      ["sites[0].appclips[0]: there is no app 'b': did you mean 'a'?"]
    ),
    (
      #""activitycontinuation": [1]"#,
      ["sites[0].activitycontinuation[0]: found a number: expected a string"]
    ),
    (
      #""substitutionVariables": { "f(": ["x"], "g": [], "h": ["$(lang)"] }"#,
      [
        "sites[0].substitutionVariables[\"f(\"]: 'f(' is not the name of a variable: expected a text without $ ( )",
        "sites[0].substitutionVariables.g: the array is empty: expected at least one value",
        "sites[0].substitutionVariables.h[0]: '$(lang)' names a variable: expected a value without $(…)",
      ]
    ),
    (
      #""documents": { "apple": "none.json", "androd": "x" }"#,
      [
        "sites[0].documents.apple: cannot read 'none.json': no such file or directory",
        "sites[0].documents.androd: unknown key: did you mean 'android'?",
      ]
    ),
    (
      #""wellKnown": "wk""#,
      ["sites[0].wellKnown: there is no folder 'wk' (/nowhere/wk): expected one that exists"]
    ),
  ]

  static let hosts: [ConfigurationProblemCase] = [
    ("{}", ["sites[0]: 'hosts' is missing: expected it here"]),
    (
      #"{ "hosts": [] }"#,
      ["sites[0].hosts: the array is empty: expected at least one host"]
    ),
    (
      #"{ "hosts": ["x.example:8080"] }"#,
      [
        "sites[0].hosts[0]: 'x.example:8080' is not a host: expected it without a port, as in 'x.example'"
      ]
    ),
    (
      #"{ "hosts": ["https://x.example:80/a"] }"#,
      [
        "sites[0].hosts[0]: 'https://x.example:80/a' is not a host: expected it without scheme and path, as in 'x.example'"
      ]
    ),
    (
      #"{ "hosts": ["x.example/"] }"#,
      [
        "sites[0].hosts[0]: 'x.example/' is not a host: expected it without a path, as in 'x.example'"
      ]
    ),
    (
      #"{ "hosts": ["経路.example"] }"#,
      [
        "sites[0].hosts[0]: '経路.example' is not a host: expected its Punycode form (xn--…), as certificates and entitlements have it"
      ]
    ),
    (
      #"{ "hosts": ["a.*.example"] }"#,
      [
        "sites[0].hosts[0]: 'a.*.example' is not a host: expected '*' as the whole first label alone"
      ]
    ),
    (
      #"{ "hosts": ["-a.example"] }"#,
      [
        "sites[0].hosts[0]: '-a.example' is not a host: expected a DNS name such as www.example.com"
      ]
    ),
    (
      #"{ "hosts": ["a.example", "A.EXAMPLE"] }"#,
      ["sites[0].hosts[1]: 'a.example' is already listed at sites[0].hosts[0]: expected it once"]
    ),
    (
      #"{ "hosts": ["a.example"], "alternateHost": "o.example" },"#
        + #"{ "hosts": ["b.example"], "alternateHost": "o.example" }"#,
      [
        "sites[1].alternateHost: 'o.example' belongs to another site, at sites[0].alternateHost: expected a host of its own"
      ]
    ),
    (#"{ "hosts": ["a.example", "b.example"], "alternateHost": "b.example" }"#, []),
  ]

  static let shortLinks: [ConfigurationProblemCase] = [
    (
      #"{ "longLinks": "on" }"#,
      [
        "sites[0].shortLinks.longLinks: 'on' is not a policy for long links: expected own, social or off"
      ]
    ),
    (
      #"{ "prefix": "s/" }"#,
      [
        "sites[0].shortLinks.prefix: 's/' is not a prefix: expected a path that begins and ends with '/'"
      ]
    ),
    (
      #"{ "prefix": "/a//" }"#,
      [
        "sites[0].shortLinks.prefix: '/a//' is not a prefix: it has two slashes in a row: expected one"
      ]
    ),
    (
      #"{ "prefix": "/a/../" }"#,
      [
        "sites[0].shortLinks.prefix: '/a/../' is not a prefix: expected segments of letters, digits and - _ . ~"
      ]
    ),
    (
      #"{ "prefix": "/a*/" }"#,
      [
        "sites[0].shortLinks.prefix: '/a*/' is not a prefix: expected segments of letters, digits and - _ . ~"
      ]
    ),
    (
      #"{ "prefix": "/_keiro/s/" }"#,
      [
        "sites[0].shortLinks.prefix: '/_keiro/s/' is reserved: expected a prefix outside '/_keiro/'"
      ]
    ),
    (
      #"{ "prefix": "/.well-known/" }"#,
      [
        "sites[0].shortLinks.prefix: '/.well-known/' is reserved: expected a prefix outside '/.well-known/'"
      ]
    ),
    (
      #"{ "app": "b" }"#,
      ["sites[0].shortLinks.app: there is no app 'b': did you mean 'a'?"]
    ),
    (
      #"{ "links": { "": { "url": "https://x.example" } } }"#,
      ["sites[0].shortLinks.links[\"\"]: '' is not a slug: expected 1 to 255 characters"]
    ),
    (
      #"{ "links": { "ä b": { "url": "https://x.example" } } }"#,
      [
        "sites[0].shortLinks.links[\"ä b\"]: 'ä b' is not a slug: expected letters, digits, emoji and '-', '_', '.', '~', '/'"
      ]
    ),
    (
      #"{ "caseSensitive": false, "links": { "a": { "url": "https://x.example" }, "A": { "url": "https://x.example" } } }"#,
      ["sites[0].shortLinks.links.A: 'A' and 'a' are the same slug here: expected one of them"]
    ),
    (
      #"{ "trailingSlash": "maybe" }"#,
      [
        "sites[0].shortLinks.trailingSlash: 'maybe' is not a treatment of trailing slashes: expected strict or ignore"
      ]
    ),
    (
      #"{ "links": { "a//b": { "url": "https://x.example" } } }"#,
      [
        "sites[0].shortLinks.links[\"a//b\"]: 'a//b' is not a slug: expected no empty segment and no '.' or '..' between slashes"
      ]
    ),
    (
      #"{ "links": { "_keiro/a": { "url": "https://x.example" } } }"#,
      [
        "sites[0].shortLinks.links[\"_keiro/a\"]: '_keiro/a' is not a slug: the name is reserved: expected another one"
      ]
    ),
    (
      #"{ "links": { "a": {} } }"#,
      ["sites[0].shortLinks.links.a: 'url' is missing: expected it here"]
    ),
    (
      #"{ "links": { "a": { "url": "javascript:alert(1)" } } }"#,
      [
        "sites[0].shortLinks.links.a.url: 'javascript:alert(1)' is not a destination: expected an http or https URL"
      ]
    ),
    (
      #"{ "links": { "a": { "url": "https://x.example@evil.example/" } } }"#,
      [
        "sites[0].shortLinks.links.a.url: 'https://x.example@evil.example/' is not a destination: a name before '@' hides the true host: expected none"
      ]
    ),
    (
      #"{ "links": { "a": { "url": "https://evil.example/" } } }, "destinationHosts": ["x.example"]"#,
      [
        "sites[0].shortLinks.links.a.url: 'https://evil.example/' is not a destination: the host 'evil.example' is not among the site's destinationHosts: expected x.example"
      ]
    ),
    (
      #"{ "links": { "a": { "url": "https://x.example/", "expiredURL": "https://y.example/" } } }, "destinationHosts": ["x.example"]"#,
      [
        "sites[0].shortLinks.links.a.expiredURL: 'https://y.example/' is not a destination: the host 'y.example' is not among the site's destinationHosts: expected x.example"
      ]
    ),
    (
      #"{ "links": { "a": { "url": "https://x.example/", "status": 304, "query": "keep", "maxClicks": 0 } } }"#,
      [
        "sites[0].shortLinks.links.a.status: 304 is not a redirect that keiro sends: expected one of 301, 302, 303, 307, 308",
        "sites[0].shortLinks.links.a.query: 'keep' is not a query mode: expected one of merge, visitor, drop",
        "sites[0].shortLinks.links.a.maxClicks: 0 is out of range: expected a whole number from 1 to 1000000000",
      ]
    ),
    (
      #"{ "links": { "a": "nope", "b": 7, "c": "https://y.example/", "d": "https://x.example/" } }, "destinationHosts": ["x.example"]"#,
      [
        "sites[0].shortLinks.links.a: 'nope' is not a destination: expected an http or https URL",
        "sites[0].shortLinks.links.b: found a number: expected a URL, or an object such as {\"url\": …}",
        "sites[0].shortLinks.links.c: 'https://y.example/' is not a destination: the host 'y.example' is not among the site's destinationHosts: expected x.example",
      ]
    ),
    (
      #"{ "links": { "a": { "url": "https://x.example/", "aple": {}, "apple": { "fallback": "https://y.example/", "bundelID": "a" } } } }, "destinationHosts": ["x.example"]"#,
      [
        "sites[0].shortLinks.links.a.aple: unknown key: did you mean 'apple'?",
        "sites[0].shortLinks.links.a.apple.fallback: 'https://y.example/' is not a destination: the host 'y.example' is not among the site's destinationHosts: expected x.example",
        "sites[0].shortLinks.links.a.apple.bundelID: unknown key: did you mean 'bundleID'?",
      ]
    ),
    (
      #"{ "links": { "a": { "url": "https://x.example/", "password": {} }, "b": { "url": "https://x.example/", "password": { "flie": "x" } }, "c": { "url": "https://x.example/", "password": { "file": "none" } }, "d": { "url": "https://x.example/", "password": "" } } }"#,
      [
        "sites[0].shortLinks.links.a.password: the object is empty: expected 'file' or 'hash'",
        "sites[0].shortLinks.links.b.password: the object is empty: expected 'file' or 'hash'",
        "sites[0].shortLinks.links.b.password.flie: unknown key: did you mean 'file'?",
        "sites[0].shortLinks.links.c.password.file: cannot read 'none': no such file or directory",
        "sites[0].shortLinks.links.d.password: the password is empty: expected at least one character",
      ]
    ),
  ]
}
