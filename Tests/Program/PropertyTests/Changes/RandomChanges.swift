import RandomCases
import JSONSyntax
import Links
import WebSyntax

/// A change of a link, as requested by the command line, the API and a form of the dashboard.
struct LinkChangeCase {
  enum Kind: String, CaseIterable {
    case add, edit, remove
  }

  let kind: Kind
  let host: String
  /// Nil for a random slug, which differs between two stores.
  let slug: String?
  /// The destination of a new link.
  var url: String?
  var fields: [RandomChanges.Field] = []
  /// Whether only the name changes, which faults of other fields must not prevent.
  var isRenaming = false

  var isRandom: Bool { slug == nil }

  var renamed: LinkKey? {
    isRenaming ? slug.map { LinkKey(host: host.lowercased(), slug: $0) } : nil
  }

  // MARK: - The command line

  var arguments: [String] {
    let options = fields.flatMap { field -> [String] in
      if case .null = field.json { return ["--unset", field.path] }
      return ["--set", "\(field.path)=\(field.text)"]
    }
    var words: [String] = ["links", kind.rawValue, "--json", "--host", host]
    if kind == .add, let slug { words += ["--slug", slug] }
    if kind != .remove { words += options }
    if let last = kind == .add ? url : slug ?? "" { words.append(last) }
    return words
  }

  // MARK: - The API

  var method: String {
    switch kind {
    case .add: "POST"
    case .edit: "PATCH"
    case .remove: "DELETE"
    }
  }

  var target: String { kind == .add ? "/v1/links" : "/v1/links/\(host)/\(slug ?? "")" }

  var body: [UInt8] {
    guard kind != .remove else { return [] }
    let named = [("host", Optional(host)), ("slug", slug), ("url", url)].compactMap { name, text in
      text.map { JSONOutput.Member(name, .string($0)) }
    }
    var members = kind == .add ? named : []
    var parts: [(name: String, members: [JSONOutput.Member])] = []
    for field in fields {
      guard let part = field.part else {
        members.append(.init(field.path, field.json))
        continue
      }
      let member = JSONOutput.Member(String(field.path.dropFirst(part.count + 1)), field.json)
      if let index = parts.firstIndex(where: { $0.name == part }) {
        parts[index].members.append(member)
      } else {
        parts.append((part, [member]))
      }
    }
    members += parts.map { .init($0.name, .object($0.members)) }
    return Array(JSONOutput.object(members).compact.utf8)
  }

  // MARK: - The dashboard

  /// Whether a form can request it: a box is ticked or not, and rules have a separate form.
  var fitsForm: Bool {
    !fields.contains { field in
      switch field.json {
      case .null: LinkField.named(field.path) == nil || field.path == "rules"
      default: field.path == "rules" || field.text == "maybe"
      }
    }
  }

  var page: String {
    kind == .add ? "/dashboard/links/new" : "/dashboard/links/\(host)/\(slug ?? "")"
  }

  /// The form as a browser sends it: every field with its value, changed or not.
  ///
  /// - Parameter link: the link that the page shows; nil for a new one.
  func form(of link: JSONNode?) -> [(name: String, value: String)] {
    guard kind != .remove else { return [("action", "delete"), ("confirmed", "yes")] }
    var values: [String: String] = [:]
    if let link {
      for field in LinkField.all { values[field.path] = Self.text(field.path, in: link) }
    }
    if kind == .add {
      values["host"] = host
      values["slug"] = slug
      values["url"] = url
    }
    for field in fields {
      let isEmpty = field.json == .null || field.json == .bool(false)
      values[field.path] = isEmpty ? nil : field.text
    }
    return [("action", "save")] + values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The text of a field in a document of the API; nil for an absent one and a box without a tick.
  private static func text(_ path: String, in link: JSONNode) -> String? {
    let node = path.split(separator: ".").reduce(Optional(link)) { $0?.member(String($1)) }
    // A form never contains the password.
    guard let node, !["rules", "password"].contains(path) else { return nil }
    if let array = node.array { return array.compactMap(\.string).joined(separator: ",") }
    switch JSONOutput(node) {
    case .string(let text): return text
    case .int(let number): return String(number)
    case .bool(let flag): return flag ? "true" : nil
    default: return nil
    }
  }
}

/// Configurations whose sites restrict destinations, links that are older than the restriction, and
/// changes of these and other links. Names come from small pools, so that changes often concern
/// existing things.
struct RandomChanges {
  var dice: Dice

  static let hosts = ["a.example", "www.a.example", "x.w.example", "b.example", "gone.example"]
  static let slugs = ["x", "y", "fixed", "deep/er", "page"]
  static let newSlugs = ["new", "other"]
  static let knownSlugs = Set(slugs + newSlugs)
  static let urls = [
    "https://e.example/1", "https://e.example/2?a=b", "https://gone.example/x",
    "https://a.example/item/1", "https://a.example/s/x", "https://a.example/s/y",
    "https://b.example/x", "https://x.w.example/y",
  ]
  private static let badURLs = [
    "ftp://e.example/", "javascript:alert(1)", "https://e.example/a b", "https://u:p@e.example/",
  ]

  // MARK: - Worlds

  mutating func world() -> RandomConfigurations.World {
    let sites = [
      site(["a.example", "www.a.example"], prefix: "/s/"), site(["*.w.example"], prefix: "/"),
      site(["b.example"], prefix: "/"),
    ]
    let count = dice.roll(1...3)
    let text = """
      { "store": { "sqlite": "keiro.db" },
        "dashboard": { "origin": "https://keiro.example.com" },
        "sites": [ \(sites.prefix(count).joined(separator: ", ")) ] }
      """
    return RandomConfigurations.World(text: text, links: links(), clicks: [], launches: [])
  }

  private mutating func site(_ hosts: [String], prefix: String) -> String {
    var members = ["\"hosts\": \(JSONOutput.strings(hosts).compact)"]
    if dice.once(in: 2) {
      members.append("\"destinationHosts\": [\"e.example\", \"a.example\"]")
    }
    let fixed = dice.once(in: 2) ? "\"fixed\": { \"url\": \"https://e.example/fixed\" }" : ""
    members.append("\"shortLinks\": { \"prefix\": \"\(prefix)\", \"links\": { \(fixed) } }")
    return "{ \(members.joined(separator: ", ")) }"
  }

  private mutating func links() -> [ShortLink] {
    Self.hosts.flatMap { host in
      dice.some(Self.slugs).map { slug in
        var link = ShortLink(host: host, slug: slug, url: dice.pick(Self.urls))
        if dice.once(in: 3) { link.apple.fallback = dice.pick(Self.urls) }
        if dice.once(in: 4) { link.name = "N" }
        if dice.once(in: 6) { link.expiredURL = dice.pick(Self.urls) }
        if dice.once(in: 6) { link.rules = [LinkRule(url: dice.pick(Self.urls))] }
        return link
      }
    }
  }

  // MARK: - Changes

  mutating func change() -> LinkChangeCase {
    switch dice.roll(0...9) {
    case 0...3: add()
    case 4...8: edit()
    default: remove()
    }
  }

  /// A change that a form can request.
  mutating func pageChange() -> LinkChangeCase {
    while true {
      let change = change()
      if change.fitsForm { return change }
    }
  }

  private mutating func add() -> LinkChangeCase {
    let host =
      dice.once(in: 8)
      ? dice.pick(["A.Example", "nosuch.example", "not a host", "*.w.example", "a.exmple"])
      : dice.pick(Self.hosts)
    let slug: String? =
      dice.once(in: 4)
      ? nil
      : dice.once(in: 5)
        ? dice.pick(["a b", "_keiro/x", "apple-app-site-association", "/x", "é"])
        : dice.pick(Self.slugs + Self.newSlugs)
    return LinkChangeCase(kind: .add, host: host, slug: slug, url: destination(), fields: fields())
  }

  private mutating func edit() -> LinkChangeCase {
    let isRenamed = dice.once(in: 2)
    let fields = isRenamed ? [Field("name", dice.pick(["M", "N"]))] : changedFields()
    let (host, slug) = (dice.pick(Self.hosts + ["A.Example"]), dice.pick(Self.slugs + ["none"]))
    return LinkChangeCase(
      kind: .edit, host: host, slug: slug, fields: fields, isRenaming: isRenamed)
  }

  private mutating func changedFields() -> [Field] {
    var fields = fields()
    if dice.once(in: 3) { fields.append(Field("url", destination())) }
    let set = Set(fields.map(\.path) + fields.compactMap(\.part))
    for path in ["name", "apple", "apple.fallback", "expires", "rules", "campaign", "status"]
    where !set.contains(path) && dice.once(in: 8) {
      guard !fields.contains(where: { $0.part == path || $0.path == path.split(separator: ".")[0] })
      else { continue }
      fields.append(Field(path, "", .null))
    }
    return fields.isEmpty ? [Field("archived", "true", .bool(true))] : fields
  }

  private mutating func remove() -> LinkChangeCase {
    LinkChangeCase(
      kind: .remove, host: dice.pick(Self.hosts), slug: dice.pick(Self.slugs + ["none"]))
  }

  private mutating func destination() -> String {
    dice.pick(dice.once(in: 6) ? Self.badURLs : Self.urls)
  }

  // MARK: - Fields

  struct Field {
    let path: String
    let text: String
    let json: JSONOutput

    init(_ path: String, _ text: String, _ json: JSONOutput? = nil) {
      self.path = path
      self.text = text
      self.json = json ?? .string(text)
    }

    /// `apple` of `apple.fallback`.
    var part: String? { path.firstIndex(of: ".").map { String(path[..<$0]) } }
  }

  /// Some of the fields that all ways of changing a link set, with values that are right or wrong.
  private mutating func fields() -> [Field] {
    let all = LinkField.all.filter { field in
      field.setters.isSuperset(of: [.api, .commandLine]) && field.path != "password"
    }.compactMap { field($0) }
    var some = dice.some(all, oneIn: 9)
    // Slow, since it is hashed.
    if dice.once(in: 60) { some.append(Field("password", "secret")) }
    return some
  }

  /// A value for the field; nil for its destination, which has a share of its own, and its key.
  private mutating func field(_ field: LinkField) -> Field? {
    let path = field.path
    switch field.type {
    case .host, .slug, .destination, .password, .extra: return nil
    case .url: return Field(path, destination())
    case .text(_, let limit):
      let long = String(repeating: "n", count: limit + 1)
      return Field(path, dice.pick(["N", "Néw", long, "bell\u{7}"]))
    case .word(_, let kind): return Field(path, dice.pick(Self.words(kind)))
    case .int(_, let range):
      return number(path, [range.lowerBound + 4, range.lowerBound - 1, -1])
    case .flag: return flag(path)
    case .choice(let choice):
      switch dice.pick(choice.values) {
      case .int(let value): return number(path, [value, 300])
      case let word: return Field(path, dice.pick([word.text, "mix"]))
      }
    case .time: return Field(path, dice.pick(["2030-01-01", "2020-01-01T00:00:00Z", "soon"]))
    case .campaign: return Field(path, dice.pick(["mail=x", "bell\u{7}"]))
    case .tags: return tags()
    case .rules: return rules()
    }
  }

  /// A right and a wrong value.
  private static func words(_ kind: WordKind) -> [String] {
    switch kind {
    case .appStoreID: ["42", "x"]
    case .productPage: ["45812c9b-c296-43d3-c6a0-c5a02f74bf6e", "45812c9b"]
    case .bundleID: ["b.c", "b c"]
    case .packageName: ["a.b", "nodot"]
    case .scheme: ["shop", "JavaScript"]
    case .version: ["1.2", "one"]
    }
  }

  private mutating func number(_ path: String, _ numbers: [Int]) -> Field {
    let number = dice.pick(numbers)
    return Field(path, String(number), .int(number))
  }

  private mutating func flag(_ path: String) -> Field {
    switch dice.roll(0...3) {
    case 0: Field(path, "maybe")
    case 1: Field(path, "false", .bool(false))
    default: Field(path, "true", .bool(true))
    }
  }

  private mutating func tags() -> Field {
    let tags = dice.some(["t", "u", "spring", "t"])
    return Field("tags", tags.joined(separator: ","), .strings(tags))
  }

  private mutating func rules() -> Field {
    let text = dice.pick([
      #"[{"url":"https://e.example/r"}]"#, #"[{"url":"https://gone.example/r"}]"#, #"[{}]"#,
      #"[{"if":{"country":["Japan"]},"url":"https://e.example/"}]"#, "7",
    ])
    let node = (try? JSONDocument(parsing: Array(text.utf8)))?.root
    return Field("rules", text, node.map { JSONOutput($0) })
  }
}

// MARK: - Firebase

extension RandomChanges {
  /// The bodies of a call of Firebase's API and of the equivalent call of the API.
  mutating func firebaseChange() -> (firebase: [UInt8], api: [UInt8]) {
    let host =
      dice.once(in: 8) ? dice.pick(["nosuch.example", "a.exmple"]) : dice.pick(Self.hosts)
    let slug = dice.pick(dice.once(in: 5) ? ["a b", "_keiro/x", "é"] : Self.slugs + Self.newSlugs)
    let url = destination()
    let package = dice.once(in: 3) ? "a.b" : nil
    let number = dice.once(in: 3) ? "42" : nil
    var info: [JSONOutput.Member] = [
      .init("domainUriPrefix", .string("https://\(host)")), .init("link", .string(url)),
    ]
    var members: [JSONOutput.Member] = [
      .init("host", .string(host)), .init("slug", .string(slug)), .init("url", .string(url)),
      .init("findExisting", .bool(true)),
      .init("extra", .object([.init("suffix", .string("CUSTOM"))])),
    ]
    if let package {
      info.append(
        .init("androidInfo", .object([.init("androidPackageName", .string(package))])))
      members.append(.init("android", .object([.init("packageName", .string(package))])))
    }
    if let number {
      info.append(.init("iosInfo", .object([.init("iosAppStoreId", .string(number))])))
      members.append(.init("apple", .object([.init("appStoreID", .string(number))])))
    }
    let suffix = JSONOutput.object([
      .init("option", .string("CUSTOM")), .init("customSuffix", .string(slug)),
    ])
    let firebase = JSONOutput.object([
      .init("dynamicLinkInfo", .object(info)), .init("suffix", suffix),
    ])
    return (Array(firebase.compact.utf8), Array(JSONOutput.object(members).compact.utf8))
  }
}
