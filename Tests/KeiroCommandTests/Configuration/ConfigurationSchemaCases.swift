/// Configurations for the comparison of schema and decoder.
enum ConfigurationSchemaCases {
  /// Wrong in ways that the sweep over the samples does not meet.
  static let cases = [
    #"{ "aps": {} }"#,
    #"{ "server": { "workers": 257 } }"#,
    #"{ "server": { "workers": 1.5 } }"#,
    #"{ "server": { "listen": [":80"] } }"#,
    #"{ "server": { "listen": ["unix:"] } }"#,
    #"{ "server": { "trustedProxies": ["proxy.example"] } }"#,
    #"{ "server": { "listen": ["tls:unix:/k.sock"], "tls": { "acme": { "hosts": ["a.b"] } } } }"#,
    #"{ "server": { "listen": ["tls:tls:[::]:443"], "tls": { "acme": { "hosts": ["a.b"] } } } }"#,
    #"{ "server": { "proxyProtocol": ["proxy.example"] } }"#,
    #"{ "server": { "tls": {} } }"#,
    #"{ "server": { "tls": { "certificates": [] } } }"#,
    #"{ "server": { "tls": { "certificates": [{ "chain": "a" }] } } }"#,
    #"{ "server": { "tls": { "minimum": "1.1", "acme": { "hosts": ["a.example"] } } } }"#,
    #"{ "server": { "tls": { "acme": {} } } }"#,
    #"{ "server": { "tls": { "acme": { "hosts": ["*.a.example"] } } } }"#,
    #"{ "server": { "tls": { "acme": { "hosts": ["a.example"], "email": "a@b@c" } } } }"#,
    #"{ "server": { "tls": { "acme": { "hosts": ["a.b"], "directory": "http://a.b/" } } } }"#,
    #"{ "server": { "managementHosts": ["*.x.example"] } }"#,
    #"{ "server": { "managementHosts": ["x.example:80"] } }"#,
    #"{ "server": { "managementNetworks": ["unix:"] } }"#,
    #"{ "server": { "log": { "addresses": "some" } } }"#,
    #"{ "server": { "log": { "queries": "no" } } }"#,
    #"{ "audit": { "days": 0 } }"#, #"{ "outgoing": { "allowPlainHTTP": 1 } }"#,
    #"{ "dashboard": { "origin": 1 } }"#, #"{ "dashboard": { "oidc": [{ "name": "x" }] } }"#,
    #"{ "doctor": { "every": 0 } }"#, #"{ "doctor": { "resolve": ["a.example"] } }"#,
    #"{ "doctor": { "appleCDN": "cdn" } }"#, #"{ "doctor": { "x": 1 } }"#,
    #"{ "outgoing": { "allowNetworks": "10.0.0.0/8" } }"#, #"{ "outgoing": { "proxy": 3128 } }"#,
    #"{ "server": { "limits": { "headerBytes": 255 } } }"#,
    #"{ "server": { "limits": { "bodyBytes": 1073741825 } } }"#,
    #"{ "store": { "sqlite": "a", "memory": true } }"#,
    #"{ "store": { "postgres": "" } }"#,
    #"{ "store": { "postgres": 1 } }"#,
    #"{ "store": { "postgres": "postgresql://x", "memory": true } }"#,
    #"{ "store": { "postgres": "postgresql://x", "node": "a b" } }"#,
    #"{ "store": { "postgres": "postgresql://x", "limitedLinks": "maybe" } }"#,
    #"{ "store": { "sqlite": "a", "copy": "b" } }"#,
    #"{ "apps": { "a": { "apple": { "appIDs": ["a.b"] } } } }"#,
    #"{ "apps": { "a": { "apple": { "appIDs": [], "oldestSystem": "8.0" } } } }"#,
    #"{ "apps": { "a": { "apple": { "appIDs": [], "appStoreID": "id1" } } } }"#,
    #"{ "apps": { "a": { "apple": { "appIDs": [], "customSchemes": ["http"] } } } }"#,
    #"{ "apps": { "a": { "android": { "packageName": "a" } } } }"#,
    #"{ "apps": { "a": { "launch": { "home": "" } } } }"#,
    #"{ "sites": [ { "hosts": ["x.example:80"] } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "alternateHost": "*.x.example" } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "language": "en_US" } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "brand": { "accent": "red" } } ] }"#,
    ##"{ "sites": [ { "hosts": ["x.example"], "brand": { "accentDark": "#1234" } } ] }"##,
    #"{ "sites": [ { "hosts": ["x.example"], "brand": { "logo": "x.png" } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "root": "www.x.example" } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "notFound": "/lost" } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "notFound": { "page": "x.html" } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "routes": [ { "title": "t" } ] } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "routes": [ { "/": "/" } ] } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "routes": [ { "/": "/", "screen": "s" } ] } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "prefix": "s/" } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "longLinks": "on" } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "longLinks": true } } ] }"#,
    #"{ "server": { "trustForwardedHost": "yes" } }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": { "a b": { "url": "https://x" } } } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": { "a": { "url": "ftp://x" } } } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": { "a": { "url": "https://x", "password": "" } } } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": { "a": { "url": "https://x", "password": { "hash": "$scrypt$ln=16,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA" } } } } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": { "a": { "url": "https://x", "password": { "hash": "h", "file": "f" } } } } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": { "a": { "url": "https://x", "apple": { "bundleID": "a_b" } } } } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": { "a": { "url": "https://x", "android": { "packageName": "a" } } } } } ] }"#,
    #"{ "sites": [ { "hosts": ["x.example"], "substitutionVariables": { "a$": ["x"] } } ] }"#,
    """
    { "apps": { "a": {} }, "sites": [ { "hosts": ["x.example"],
        "routes": [ { "/": "/", "exclude": true, "app": "a" } ] } ] }
    """,
    """
    { "apps": { "a": {} }, "sites": [ { "hosts": ["x.example"],
        "routes": [ { "/": "/", "app": "a", "apps": ["a"] } ] } ] }
    """,
  ]

  /// A good configuration with the keys that the samples do without.
  static let everything = Array(
    """
    { "server": { "accessLog": null, "trustForwardedHost": true, "listen": ["tls:[::]:443"],
        "management": ["tls:127.0.0.1:8081"], "proxyProtocol": ["10.0.0.0/8", "unix:"],
        "tls": { "certificates": [ { "chain": "c.pem", "key": "k.pem" } ], "minimum": "1.3",
          "clientCA": "ca.pem", "redirectPlain": true, "acme": { "email": "a@x.example",
            "directory": "https://ca.example/dir", "hosts": ["x.example"], "storage": "s" } },
        "managementHosts": ["keiro.x.example"], "managementNetworks": ["10.0.0.0/8"],
        "log": { "addresses": "none", "queries": true, "userAgents": true } },
      "store": { "memory": true }, "audit": { "days": 30 },
      "dashboard": {
        "origin": "https://keiro.example.com",
        "oidc": [
          {
            "name": "Login", "issuer": "https://login.example.com", "clientID": "keiro",
            "clientSecret": "hush", "roleClaim": "groups", "roles": { "staff": "viewer" }
          }
        ]
      },
      "doctor": { "every": 21600, "private": false, "timeout": 5, "resolve": ["a.example:443:[::1]:8443"],
        "appleCDN": "https://cdn.example", "googleAPI": null },
      "outgoing": { "allowNetworks": ["10.1.0.0/16", "::1"], "allowPlainHTTP": true,
        "proxy": "http://proxy.example:3128", "authorities": "ca.pem" },
      "statistics": { "hours": 1, "days": 36600 },
      "apps": { "a": { "name": "A", "apple": { "appIDs": ["A1B2C3D4E5.b.c"],
            "push": { "teamID": "A1B2C3D4E5", "keyID": "A1B2C3D4E5", "endpoint": null, "cacert": null,
              "key": "-----BEGIN PRIVATE KEY-----\\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeaF+t9quf6TWMqCP\\n6XFilFpiAwHQcMROL1jgGrUQC+KhRANCAASg7kKuZbouA5knns44zqykoHDVZksL\\nnxHCIAlFEn/WJPxaGqNolUsY5Cx52Bxr6L1ueSXoRmnFdhaCIiBjAZUi\\n-----END PRIVATE KEY-----" } },
          "launch": { "home": "h", "loginScreen": "l", "requiresLogin": ["x"] } },
        "b": { "android": { "packageName": "c.d" } } },
      "sites": [ { "hosts": ["*.x.example"], "activitycontinuation": ["a"],
          "documents": { "apple": "keiro.json" }, "root": "/a/1",
          "brand": { "name": "X", "icon": "example-icon.svg", "accent": "#abc",
            "accentDark": "#AABBCC" }, "notFound": { "file": "example-icon.svg" },
          "routes": [
            { "/": "/a/{id}", "?": "b=*", "#": "c", "exclude": false, "caseSensitive": false,
              "percentEncoded": false, "apps": ["a", "b"], "screen": "s", "description": "d",
              "image": "https://x.example/i", "web": "/w/{id}", "universalLink": true },
            { "#": "!*", "exclude": true, "comment": "" } ],
          "shortLinks": { "longLinks": "social", "links": {
            "a/b": { "url": "https://x.example/", "name": "n", "tags": ["t"],
              "apple": { "fallback": "https://x.example/", "ipadFallback": "https://x.example/",
                "appStoreID": "1", "bundleID": "a.b", "ipadBundleID": "a.b", "customScheme": "a",
                "minimumVersion": "1.2" },
              "android": { "fallback": "https://x.example/", "packageName": "a.b",
                "minimumVersionCode": 1 },
              "desktop": { "fallback": "https://x.example/" },
              "social": { "title": "t", "description": "d", "image": "https://x.example/i" },
              "campaign": { "at": "a", "utm_source": "s" }, "status": 301, "query": "drop",
              "skipPage": true, "maxClicks": 1, "archived": true, "password": { "hash":
                "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA" },
              "notBefore": "2026-11-21T00:00:00Z", "expires": "2026-11-22T00:00:00Z",
              "expiredURL": "https://x.example/", "createdAt": "2026-11-21T00:00:00Z",
              "updatedAt": "2026-11-21T00:00:00Z", "extra": { "a": "b" } } } } } ] }
    """.utf8)

  /// Every kind of object once; the values need not be good.
  static let full = Array(
    """
    { "server": { "limits": {}, "log": {}, "tls": { "certificates": [ {} ], "acme": {} } },
      "store": { "postgres": { "file": "p" } },
      "audit": {}, "statistics": {}, "outgoing": {}, "dashboard": { "oidc": [{}] }, "doctor": {},
      "apps": { "a": { "apple": { "push": {} }, "android": {}, "launch": {} } },
      "sites": [ { "routes": [ {} ], "documents": {}, "brand": {}, "notFound": {},
        "shortLinks": { "links": { "a": { "campaign": {}, "apple": {}, "android": {},
          "desktop": {}, "social": {}, "password": {}, "extra": {} } } } } ] }
    """.utf8)
}
