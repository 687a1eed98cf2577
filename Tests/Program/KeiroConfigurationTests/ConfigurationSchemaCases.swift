/// A configuration for the comparison of schema and decoder.
enum ConfigurationSchemaCases {
  /// A valid configuration with the keys that the samples do not use.
  static let everything = Array(
    """
    { "server": { "accessLog": null, "trustForwardedHost": true, "deferAccept": true, "listen": ["tls:[::]:443"],
        "management": ["tls:127.0.0.1:8081"], "proxyProtocol": ["10.0.0.0/8", "unix:"],
        "tls": { "certificates": [ { "chain": "c.pem", "key": "k.pem" } ], "minimum": "1.3",
          "clientCA": "ca.pem", "redirectPlain": true,
          "hsts": { "maxAge": 31536000, "includeSubDomains": true, "preload": true }, "acme": { "email": "a@x.example",
            "directory": "https://ca.example/dir", "hosts": ["x.example"], "storage": "s" } },
        "managementHosts": ["keiro.x.example"], "managementNetworks": ["10.0.0.0/8"],
        "compatible": ["yourls", "shlink", "bitly"], "compatibleOrigins": ["https://app.shlink.io", "*"],
        "log": { "addresses": "none", "queries": true, "userAgents": true } },
      "store": { "memory": true }, "audit": { "days": 30 },
      "history": { "versions": 20, "days": 90 },
      "health": { "every": "12h", "perHost": 2, "perSecond": 10 },
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
      "apps": { "a": { "name": "A", "environment": "production", "successor": "b",
          "apple": { "appIDs": ["A1B2C3D4E5.b.c"], "sdk": "27.0",
            "productPage": "45812C9B-C296-43D3-C6A0-C5A02F74BF6E",
            "push": { "teamID": "A1B2C3D4E5", "keyID": "A1B2C3D4E5", "endpoint": null, "cacert": null,
              "key": "-----BEGIN PRIVATE KEY-----\\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeaF+t9quf6TWMqCP\\n6XFilFpiAwHQcMROL1jgGrUQC+KhRANCAASg7kKuZbouA5knns44zqykoHDVZksL\\nnxHCIAlFEn/WJPxaGqNolUsY5Cx52Bxr6L1ueSXoRmnFdhaCIiBjAZUi\\n-----END PRIVATE KEY-----" } },
          "launch": { "home": "h", "lifecycle": "swiftui", "loginScreen": "l", "requiresLogin": ["x"] } },
        "b": { "android": { "packageName": "c.d", "listing": "spring.promo_v1" } } },
      "sites": [ { "hosts": ["*.x.example"], "environment": "production", "activitycontinuation": ["a"],
          "documents": { "apple": "keiro.json" }, "root": "/a/1", "banner": "html",
          "brand": { "name": "X", "icon": "example-icon.svg", "accent": "#abc",
            "accentDark": "#AABBCC" }, "notFound": { "file": "example-icon.svg" },
          "routes": [
            { "/": "/a/{id}", "?": "b=*", "#": "c", "exclude": false, "caseSensitive": false,
              "percentEncoded": false, "apps": ["a", "b"], "screen": "s", "description": "d",
              "image": "https://x.example/i", "web": "/w/{id}", "universalLink": true },
            { "#": "!*", "exclude": true, "comment": "" } ],
          "robots": "example-icon.svg",
          "shortLinks": { "index": false, "longLinks": "social", "deferred": ["referrer", "code"], "links": {
            "short": "https://x.example/s",
            "a/b": { "url": "https://x.example/", "name": "n", "tags": ["t"],
              "apple": { "fallback": "https://x.example/", "ipadFallback": "https://x.example/",
                "appStoreID": "1", "productPage": "45812c9b-c296-43d3-c6a0-c5a02f74bf6e", "bundleID": "a.b", "ipadBundleID": "a.b", "customScheme": "a",
                "minimumVersion": "1.2" },
              "android": { "fallback": "https://x.example/", "packageName": "a.b",
                "minimumVersionCode": 1 },
              "desktop": { "fallback": "https://x.example/" },
              "social": { "title": "t", "description": "d", "image": "https://x.example/i" },
              "rules": [ { "if": { "platform": ["iPhone"], "language": ["ja"], "country": ["JP"],
                "query": { "k": "v" }, "from": "2026-11-21T00:00:00Z", "until": "2026-11-22",
                "share": 50 }, "url": "https://x.example/r" }, { "url": "https://x.example/" } ],
              "campaign": { "at": "a", "utm_source": "s" }, "status": 301, "query": "drop", "path": "append",
              "skipPage": true, "maxClicks": 1, "archived": true, "password": { "hash":
                "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA" },
              "notBefore": "2026-11-21T00:00:00Z", "expires": "2026-11-22T00:00:00Z",
              "expiredURL": "https://x.example/", "createdAt": "2026-11-21T00:00:00Z",
              "updatedAt": "2026-11-21T00:00:00Z", "extra": { "a": "b" } } } } } ] }
    """.utf8)
}
