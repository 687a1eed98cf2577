extension ConfigurationProblemCases {
  static let routes: [ConfigurationProblemCase] = [
    (
      #"{ "app": "a" }"#,
      ["sites[0].routes[0]: the route has no pattern: expected '/', '?' or '#'"]
    ),
    (
      #"{ "/": "/x" }"#,
      [
        "sites[0].routes[0]: the route opens and shows nothing: expected 'app', 'title', 'web' or \"exclude\": true"
      ]
    ),
    (
      #"{ "/": "/x", "app": "a", "scren": "s" }"#,
      ["sites[0].routes[0].scren: unknown key: did you mean 'screen'?"]
    ),
    (
      #"{ "/": 1, "app": "a" }"#,
      ["sites[0].routes[0][\"/\"]: found a number: expected a string"]
    ),
    (
      #"{ "?": 1, "app": "a" }"#,
      [
        "sites[0].routes[0][\"?\"]: found a number: expected a pattern or an object of patterns"
      ]
    ),
    (
      #"{ "?": { "q": true }, "app": "a" }"#,
      ["sites[0].routes[0][\"?\"].q: found a boolean: expected a string"]
    ),
    (
      #"{ "/": "/x", "app": "a", "apps": ["a"] }"#,
      [
        "sites[0].routes[0].apps: both 'app' and 'apps' are given: expected one of them"
      ]
    ),
    (
      #"{ "/": "/x", "apps": [] }"#,
      ["sites[0].routes[0].apps: the array is empty: expected at least one app"]
    ),
    (
      #"{ "/": "/x", "app": "shop" }"#,
      ["sites[0].routes[0].app: there is no app 'shop': expected one of a"]
    ),
    (
      #"{ "/": "/x", "screen": "s" }"#,
      [
        "sites[0].routes[0].screen: a screen needs an app: expected 'app' or 'apps' beside it"
      ]
    ),
    (
      #"{ "/": "/x", "title": "t", "universalLink": true }"#,
      [
        "sites[0].routes[0].universalLink: a universal link needs an app: expected 'app' or 'apps' beside it"
      ]
    ),
    (
      #"{ "/": "/x", "exclude": true, "app": "a", "web": "/y", "universalLink": false }"#,
      ["app", "web", "universalLink"].map {
        "sites[0].routes[0].\($0): an excluded route opens and shows nothing: delete this key"
      }
    ),
    (
      #"{ "/": "/x/{id}", "app": "a", "title": "{ib}", "description": "{name}" }"#,
      [
        "sites[0].routes[0].title: {ib} is not captured by the path: did you mean {id}?",
        "sites[0].routes[0].description: {name} is not captured by the path: expected one of {id}",
      ]
    ),
    (
      #"{ "?": "x", "app": "a", "title": "{id}" }"#,
      [
        "sites[0].routes[0].title: {id} is not captured by the path: expected '{id}' in '/'"
      ]
    ),
    (
      #"{ "/": "/{id}", "app": "a", "title": "{id", "web": "/}" }"#,
      ["title", "web"].map {
        "sites[0].routes[0].\($0): a brace belongs to no {name}: expected a name of letters, digits and _ in it"
      }
    ),
    (
      #"{ "/": "/x", "app": "a", "image": "ftp://x/y", "web": "//evil.example/" }"#,
      [
        "sites[0].routes[0].image: 'ftp://x/y' leads nowhere: expected an http or https URL, or a path after '/'",
        "sites[0].routes[0].web: '//evil.example/' leads nowhere: expected an http or https URL, or a path after '/'",
      ]
    ),
    (
      #"{ "/": "/{h}", "web": "https://{h}.example/" }"#,
      [
        "sites[0].routes[0].web: 'https://{h}.example/' has a {name} in its host: expected names only behind it"
      ]
    ),
    (
      #"{ "/": "/a/{id}", "app": "a" }, { "/": "/a/?*", "title": "t" }"#,
      [
        "sites[0].routes[1]: the route is never reached: sites[0].routes[0] has the same pattern: expected another"
      ]
    ),
    (
      #"{ "?": { "a": "1", "b": "2" }, "app": "a" }, { "?": { "b": "2", "a": "1" }, "app": "a" }"#,
      [
        "sites[0].routes[1]: the route is never reached: sites[0].routes[0] has the same pattern: expected another"
      ]
    ),
    (#"{ "/": "/x", "app": "a" }, { "/": "/x", "app": "a", "caseSensitive": false }"#, []),
    (#"{ "/": "/x", "title": "t", "universalLink": false }"#, []),
    (#"{ "/": "/x", "web": "https://y.example/" }"#, []),
  ]
}
