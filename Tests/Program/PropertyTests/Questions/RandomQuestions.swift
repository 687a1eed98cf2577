import RandomCases
import FoundationEssentials
import Explaining
import JSONSyntax
import LinkStorage

/// A question for the command line, and the equivalent one for the API.
struct Question {
  enum Kind: String, CaseIterable {
    case validate, match, diff, explain, launch, notification, show, list, stats
  }

  let kind: Kind
  let arguments: [String]
  let method: String
  let target: String
  var body: [UInt8] = []
}

/// Questions that the worlds of `RandomConfigurations` can answer, and some that they cannot.
struct RandomQuestions {
  var dice: Dice
  /// Writes a file that the command reads, and returns its path.
  let write: ([UInt8], String) throws -> String

  private static let versions = ["8.4", "9.0", "9.3", "12.1", "13.0", "17", "26.0", "6", "15"]

  mutating func question() throws -> Question {
    switch dice.pick(Question.Kind.allCases) {
    case .validate: try validate()
    case .match: try match()
    case .diff: try diff()
    case .explain: explain()
    case .launch: try launch()
    case .notification: try notification()
    case .show: show()
    case .list: list()
    case .stats: stats()
    }
  }

  private mutating func file() -> [UInt8] {
    var files = RandomFiles(dice: dice)
    defer { dice = files.dice }
    return files.file()
  }

  private mutating func url() -> String {
    var worlds = RandomConfigurations(dice: dice)
    defer { dice = worlds.dice }
    return worlds.url()
  }

  /// Nil in most cases, and sometimes a text that is not among the values.
  private mutating func option(_ values: [String], oneIn count: Int = 3) -> String? {
    guard dice.once(in: count) else { return nil }
    return dice.once(in: 20) ? "no such" : dice.pick(values)
  }

  // MARK: - Association files

  private mutating func validate() throws -> Question {
    let bytes = file()
    let path = try write(bytes, "validated")
    let kind = option(["apple", "android"])
    return Question(
      kind: .validate,
      arguments: Self.words("validate --json", [("--kind", kind)], [path]),
      method: "POST", target: Self.target("/v1/validate", [("kind", kind), ("file", path)]),
      body: bytes)
  }

  private mutating func match() throws -> Question {
    let bytes = file()
    let path = try write(bytes, "matched")
    let host = option(["a.example", "A.Example", "*.w.example", "a.example.", "münchen.example"])
    let app = option(["AAAAAAAAAA.com.example.shop", "com.example.shop", "nothing"])
    let ios = option(Self.versions)
    let android = option(Self.versions)
    let kind = option(["apple", "android"], oneIn: 6)
    let urls = (0..<dice.roll(1...3)).map { _ in
      dice.once(in: 12)
        ? dice.pick(["no url", "mailto:a@b.example", "https://", "/a b", "//x/y", "a", "/é"])
        : dice.once(in: 3) ? dice.pick(RandomConfigurations.paths) : url()
    }
    let values: [(name: String, value: String?)] = [
      ("--host", host), ("--app", app), ("--ios", ios), ("--android", android),
    ]
    var members: [(name: String, value: String)] = [("aasa", fileText(bytes))]
    members += (values + [("--kind", kind)]).compactMap { name, value in
      value.map { (String(name.dropFirst(2)), JSONOutput.string($0).compact) }
    }
    members.append(("urls", JSONOutput.strings(urls).compact))
    return Question(
      kind: .match,
      arguments: Self.words(
        "match --json", [("--aasa", path)] + values + [("--kind", kind)], urls),
      method: "POST", target: "/v1/match", body: Self.object(members))
  }

  private mutating func diff() throws -> Question {
    let old = file()
    let new = dice.once(in: 8) ? old : file()
    let paths = (try write(old, "old"), try write(new, "new"))
    return Question(
      kind: .diff, arguments: ["diff", "--json", paths.0, paths.1], method: "POST",
      target: "/v1/diff", body: Self.object([("old", fileText(old)), ("new", fileText(new))]))
  }

  /// A file inside a document: as a JSON value, as text, or signed and in base64.
  private mutating func fileText(_ bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self),
      bytes.first != 0x30 || bytes.count < 4
    else { return "\"\(Data(bytes).base64EncodedString())\"" }
    let root = (try? JSONDocument(parsing: bytes))?.root
    let isValue = root?.object != nil || root?.array != nil
    // A byte order mark is only valid at the beginning of a text.
    return isValue && bytes.first != 0xEF && dice.once(in: 2)
      ? text : JSONOutput.string(text).compact
  }

  // MARK: - Taps, launches, notifications

  private mutating func explain() -> Question {
    let url =
      dice.once(in: 12)
      ? dice.pick([
        "shop://item/7", "a.example/x", "no url", "mailto:a@b.example", "https://", ":",
      ])
      : url()
    let isMatrix = dice.once(in: 16)
    var values: [(name: String, value: String?)] = [
      ("--state", option(["not-running", "background", "foreground"], oneIn: 6)),
      ("--lifecycle", option(["app-delegate", "scene", "swiftui"], oneIn: 6)),
      ("--app-version", option(["1.0", "2.1", "3"], oneIn: 6)),
    ]
    if !isMatrix || dice.once(in: 10) {
      values += [
        ("--ios", option(Self.versions, oneIn: 2)), ("--android", option(Self.versions, oneIn: 8)),
        ("--app", option(["installed", "absent"])),
        ("--from", option(TapSource.allCases.map(\.rawValue), oneIn: 2)),
      ]
    }
    var members: [(name: String, value: String)] = [("url", JSONOutput.string(url).compact)]
    members += values.compactMap { name, value in
      let member = name == "--app-version" ? "appVersion" : String(name.dropFirst(2))
      return value.map { (member, JSONOutput.string($0).compact) }
    }
    if isMatrix { members.append(("matrix", "true")) }
    return Question(
      kind: .explain,
      arguments: Self.words(isMatrix ? "explain --json --matrix" : "explain --json", values, [url]),
      method: "POST", target: "/v1/explain", body: Self.object(members))
  }

  private mutating func launch() throws -> Question {
    let app = dice.once(in: 10) ? "shp" : dice.pick(RandomConfigurations.apps)
    let bytes = Array((dice.once(in: 12) ? brokenDocument() : launchText()).utf8)
    let path = try write(bytes, "launch.json")
    let isWrapped = dice.once(in: 3) && (try? JSONDocument(parsing: bytes)) != nil
    return Question(
      kind: .launch, arguments: ["launch", "--json", "--app", app, path], method: "POST",
      target: Self.target("/v1/launches:evaluate", isWrapped ? [] : [("app", app)]),
      body: isWrapped
        ? Self.object([
          ("app", JSONOutput.string(app).compact),
          ("launch", String(decoding: bytes, as: UTF8.self)),
        ]) : bytes)
  }

  private mutating func launchText() -> String {
    let link = JSONOutput.string(url()).compact
    var members = [
      dice.pick([
        #""kind": "normal""#, #""kind": "nothing""#, #""kind": 7"#,
        #""kind": "localNotification", "identifier": "n""#,
        "\"kind\": \"remoteNotification\", \"identifier\": \"n\", \"userInfo\": {\"url\": \(link)}",
        "\"kind\": \"userActivity\", \"activityType\": \"NSUserActivityTypeBrowsingWeb\", "
          + "\"webpageURL\": \(link)",
        "\"kind\": \"userActivity\", \"activityType\": \"NSUserActivityTypeBrowsingWeb\", "
          + "\"webpageURL\": \(link)",
        #""kind": "userActivity", "activityType": "com.apple.corespotlightitem", "userInfo": {"kCSSearchableItemActivityIdentifier": "42"}"#,
        #""kind": "userActivity", "activityType": "com.example.order""#,
        "\"kind\": \"openURL\", \"url\": \(link)", #""kind": "openURL", "url": "wid://x/42""#,
        #""kind": "openURL", "url": "shop://item/7""#, #""kind": "openURL""#,
        #""kind": "shortcutItem", "type": "com.example.new""#,
      ])
    ]
    members += dice.some(
      [
        #""ios": "12.0""#, #""ios": 7"#, #""state": "background""#, #""lifecycle": "app-delegate""#,
        #""session": {"loggedIn": false}"#, #""surprise": 1"#, #""state": "asleep""#,
      ], oneIn: 6)
    return "{" + members.joined(separator: ",\n ") + "}"
  }

  private mutating func notification() throws -> Question {
    let bytes = Array((dice.once(in: 12) ? brokenDocument() : notificationText()).utf8)
    let path = try write(bytes, "notification.json")
    return Question(
      kind: .notification, arguments: ["notification", "--json", path], method: "POST",
      target: "/v1/notifications:build", body: bytes)
  }

  private mutating func notificationText() -> String {
    let members = dice.some(
      [
        #""sender": {"displayName": "Ann", "handle": {"value": "a@b.example", "type": "email"}}"#,
        #""content": "Hi ✓""#, #""conversationIdentifier": "c""#,
        #""group": {"name": "Friends"}"#, #""recipientCount": 3"#, #""recipients": []"#,
        #""url": "https://a.example/item/7""#, #""badge": -1"#, #""sound": 7"#, #""surprise": 1"#,
      ], oneIn: 2)
    return "{" + members.joined(separator: ",\n ") + "}"
  }

  private mutating func brokenDocument() -> String {
    dice.pick([
      "", "{", "[]", "7", "{\"kind\": }", "null", "{\n  \"a\": 1,\n}", "\u{FEFF}{}", "é", "{}{}",
    ])
  }

  // MARK: - Links

  private mutating func show() -> Question {
    let host = dice.pick(
      RandomConfigurations.hosts + RandomConfigurations.otherHosts + ["A.Example"])
    let slug = dice.pick(RandomConfigurations.slugs + ["none", "a b"])
    return Question(
      kind: .show, arguments: ["links", "show", "--json", "--host", host, "--slug", slug],
      method: "GET", target: Self.target("/v1/links:find", [("host", host), ("slug", slug)]))
  }

  private mutating func list() -> Question {
    let hosts = RandomConfigurations.hosts + RandomConfigurations.otherHosts
    let host = dice.once(in: 2) ? dice.pick(hosts.filter { !$0.contains("*") }) : nil
    let search = dice.once(in: 3) ? dice.pick(["a", "E.example", "item", "none"]) : nil
    let values = [("host", host), ("search", search)]
    return Question(
      kind: .list,
      arguments: Self.words("links list --json", values.map { ("--" + $0, $1) }),
      method: "GET", target: Self.target("/v1/links", values + [("limit", "1000")]))
  }

  private mutating func stats() -> Question {
    let hosts = RandomConfigurations.hosts + RandomConfigurations.otherHosts
    let host = option(hosts + ["A.Example", "*.w.example", "a.example."], oneIn: 2)
    let slug = option(RandomConfigurations.slugs, oneIn: 2)
    let times = ["2026-11-21", "2026-11-20T22:30:00Z", "7d", "24h", "1w", "2026-11-21T02:00:01Z"]
    let since = option(times)
    let until = option(times, oneIn: 4)
    let by = option(StatisticsQuery.Grouping.allCases.map(\.rawValue), oneIn: 2)
    let values: [(name: String, value: String?)] = [
      ("host", host), ("slug", slug), ("since", since), ("until", until), ("by", by),
    ]
    return Question(
      kind: .stats,
      arguments: Self.words("stats --json", values.map { ("--" + $0, $1) }),
      method: "GET", target: Self.target("/v1/stats", values))
  }

  // MARK: - Writing

  /// A command, its options that have a value, and what follows them.
  private static func words(
    _ command: String, _ options: [(name: String, value: String?)], _ rest: [String] = []
  ) -> [String] {
    var words = command.split(separator: " ").map(String.init)
    for (name, value) in options {
      if let value { words += [name, value] }
    }
    return words + rest
  }

  private static func target(_ path: String, _ values: [(name: String, value: String?)]) -> String {
    let items = values.compactMap { name, value in
      value.map { "\(name)=\(QuestionBench.encoded($0))" }
    }
    return items.isEmpty ? path : path + "?" + items.joined(separator: "&")
  }

  private static func object(_ members: [(name: String, value: String)]) -> [UInt8] {
    let texts = members.map { "\"\($0.name)\": \($0.value)" }
    return Array("{\(texts.joined(separator: ", "))}".utf8)
  }
}
