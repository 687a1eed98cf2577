import JSONSyntax
import LinkStorage
import Links
import WebSyntax

/// One rule of a link as a form shows it, with its texts as typed.
struct RuleForm: Equatable {
  var platforms: [String] = []
  /// The values by the paths of the other fields.
  private(set) var values: [String: String] = [:]

  /// The fields of a rule, as descriptions of links name them, in the order of the form.
  static let fields = ["url", platform, language, country, query, share, from, until]
  static let platform = "if.platform"
  static let language = "if.language"
  static let country = "if.country"
  static let query = "if.query"
  static let from = "if.from"
  static let until = "if.until"
  static let share = "if.share"

  /// The name of the field with the number of rules that follow.
  static let count = "rules"

  init() {}

  init(_ rule: LinkRule, in zone: LocalZone) {
    let condition = rule.condition
    platforms = condition.platforms.map(\.name)
    values["url"] = rule.url
    values[Self.language] = condition.languages.joined(separator: ", ")
    values[Self.country] = condition.countries.joined(separator: ", ")
    values[Self.query] = RuleQuery.text(condition.query)
    values[Self.from] = condition.from.map(zone.typed)
    values[Self.until] = condition.until.map(zone.typed)
    values[Self.share] = condition.share.map(String.init)
  }

  /// Reads the rule at a position in a submitted form.
  init(_ form: PageForm, at position: Int) {
    let name = LinkRule.name(at: position)
    for field in Self.fields where field != Self.platform {
      values[field] = form.text("\(name).\(field)")
    }
    values["url"] = values["url"].map(LinkForm.url)
    platforms = form.all("\(name).\(Self.platform)")
  }

  subscript(_ field: String) -> String { values[field] ?? "" }

  /// Replaces times by those that they were typed from.
  mutating func keep(_ times: [String: Timestamp]) {
    for field in [Self.from, Self.until] {
      if let time = times[self[field]] { values[field] = time.description }
    }
  }

  /// What it shows, as its form sends it: without blanks at the edges, its platforms in the order of
  /// their boxes. A time that clocks show twice is what is shown.
  var comparable: String {
    (platforms.sorted() + Self.fields.map { self[$0].trimmed }).joined(separator: "\n")
  }

  var isBlank: Bool { platforms.isEmpty && values.allSatisfy { $0.value.isEmpty } }

  /// The rules of a form; nil when it contains none, not even their number.
  ///
  /// Reads one more than a link may have, so that an excess is refused rather than dropped.
  static func rules(in form: PageForm) -> [RuleForm]? {
    guard let count = form[Self.count].flatMap({ Int($0) }) else { return nil }
    return (0..<min(max(count, 0), LinkRule.countLimit + 1)).map { RuleForm(form, at: $0) }
  }

  /// The rule as descriptions of links contain it.
  func output(in zone: LocalZone) -> JSONOutput {
    var condition: [JSONOutput.Member] = []
    if !platforms.isEmpty { condition.append(.init("platform", .strings(platforms))) }
    for (name, field) in [("language", Self.language), ("country", Self.country)] {
      let words = LinkForm.words(self[field])
      if !words.isEmpty { condition.append(.init(name, .strings(words))) }
    }
    let items = RuleQuery.items(self[Self.query])
    if !items.isEmpty {
      condition.append(
        .init("query", .object(items.map { .init($0.name, .string($0.value)) })))
    }
    for (name, field) in [("from", Self.from), ("until", Self.until)] where !self[field].isEmpty {
      condition.append(.init(name, .string(zone.meant(self[field]))))
    }
    if !self[Self.share].isEmpty {
      let share = self[Self.share]
      condition.append(.init("share", Int(share).map(JSONOutput.int) ?? .string(share)))
    }
    let url = JSONOutput.Member("url", .string(self["url"]))
    return .object(condition.isEmpty ? [url] : [.init("if", .object(condition)), url])
  }

  /// The field of a fault such as `rules[1].if.platform[0]`, or its rule; nil for other faults.
  static func path(of fault: String) -> String? {
    guard fault.hasPrefix("rules") else { return nil }
    guard fault.hasPrefix("rules["), let close = fault.firstIndex(of: "]") else {
      return fault == "rules" ? fault : nil
    }
    let rest = fault[fault.index(after: close)...]
    let field = fields.first { field in
      let name = "." + field
      return rest == name || rest.hasPrefix(name + ".") || rest.hasPrefix(name + "[")
    }
    return String(fault[...close]) + (field.map { "." + $0 } ?? "")
  }

  /// The position of a rule by its path, and the field after it; nil for any other path.
  static func location(_ path: String) -> (position: Int, field: String?)? {
    guard path.hasPrefix("rules["), let close = path.firstIndex(of: "]"),
      let position = Int(path[path.index(path.startIndex, offsetBy: 6)..<close]), position >= 0
    else { return nil }
    let rest = path[path.index(after: close)...].dropFirst()
    return (position, rest.isEmpty ? nil : String(rest))
  }
}

/// A change of the rules by a button of the form, without saving them.
struct RuleStep: Equatable {
  enum Verb: String {
    case add, remove, up, down
  }

  let verb: Verb
  /// The position of the rule that moves or goes.
  let position: Int

  init(_ verb: Verb, _ position: Int = 0) { (self.verb, self.position) = (verb, position) }

  /// Reads the value of a button, such as `up 2`; nil for any other text.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let verb = words.first.flatMap({ Verb(rawValue: String($0)) }),
      words.count == (verb == .add ? 1 : 2), let position = verb == .add ? 0 : Int(words[1])
    else { return nil }
    self.init(verb, position)
  }

  var text: String { verb == .add ? verb.rawValue : "\(verb.rawValue) \(position)" }

  /// Where the rule is afterwards.
  private var target: Int {
    let shift = verb == .up ? -1 : verb == .down ? 1 : 0
    return position.addingClamped(shift)
  }

  /// The position of the rule that the step is about, among the rules after it.
  func focus(in rules: [RuleForm]) -> Int {
    max(min(verb == .add ? .max : target, rules.count - 1), 0)
  }

  /// The rules after the step; a position without a rule changes nothing.
  func applied(to rules: [RuleForm]) -> [RuleForm] {
    var rules = rules
    guard verb != .add else {
      return rules.count < LinkRule.countLimit ? rules + [RuleForm()] : rules
    }
    guard rules.indices.contains(position), rules.indices.contains(target) else { return rules }
    if verb == .remove { rules.remove(at: position) } else { rules.swapAt(position, target) }
    return rules
  }
}

/// The items of a query in one line, as people write them: `utm_source=mail&v=2`. Only characters
/// that could be mistaken for separators are percent-encoded.
enum RuleQuery {
  static func text(_ items: [ShortLink.Extra]) -> String {
    items.map { escaped($0.name, "%&+=") + "=" + escaped($0.value, "%&+") }.joined(separator: "&")
  }

  private static func escaped(_ text: String, _ marks: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      let isMark = marks.unicodeScalars.contains(scalar) || scalar.value < 0x20
      escaped += isMark ? PercentCoding.encodeComponent(String(scalar)) : String(scalar)
    }
    return escaped
  }

  static func items(_ text: String) -> [(name: String, value: String)] {
    // What cannot be read is one name, which is too long, and not a rule for everybody.
    (PageForm(Array(text.utf8)[...])?.items ?? [(text, "")]).filter { !$0.name.isEmpty }
  }
}
