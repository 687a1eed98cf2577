import JSONSyntax
import Links
import WebSyntax

/// The rules of a row, collected from its columns.
///
/// Rules for a system come before rules for a country or for all visitors, as at the services that
/// have both.
struct RuleDraft {
  private typealias Entry = (column: String, rule: LinkRule)

  private var bySystem: [Entry] = []
  private var others: [Entry] = []
  private var tests: [Entry] = []
  /// The end of the test; nil when unknown, and then nothing is tested.
  var testEnd: Timestamp?
  /// The column that mentions rules, and whether another one has them.
  private var mention: String?
  private var hasRules = false

  mutating func read(_ column: String, _ dialect: RuleDialect, _ text: String) -> [Sentence] {
    let found = ForeignRules(dialect, text)
    let entries = found.rules.map { (column, $0) }
    switch dialect {
    case .countries: others += entries
    case .test: tests += entries
    case .shlink:
      bySystem += entries
      hasRules = true
    case .mention: mention = column
    }
    return found.notes.map { Sentence($0, of: column) }
  }

  mutating func add(
    _ column: String, _ platforms: [UserAgent.Platform], country: String, _ url: String
  ) {
    let condition = LinkRule.Condition(platforms: platforms, countries: [country])
    let entry = (column, LinkRule(if: condition, url: url))
    if platforms.isEmpty { others.append(entry) } else { bySystem.append(entry) }
  }

  /// Puts the rules into a row, along with the fallbacks that they would otherwise override.
  ///
  /// - Parameter remarks: gets what is written otherwise in their URLs.
  /// - Returns: notes about the rules that are dropped.
  mutating func finish(
    _ tree: inout LinkTree, _ remarks: inout [Sentence], now: Timestamp?
  ) -> [Sentence] {
    var notes: [Sentence] = []
    func note(_ remark: ImportRemark, _ column: String) {
      notes.append(Sentence(remark, of: column))
    }
    if let mention, !hasRules { note(.rulesElsewhere, mention) }
    others += runningTests(now)
    // A matching rule overrides every fallback.
    let systems = others.isEmpty ? [] : Self.fallbacks(&tree)
    var rules: [LinkRule] = []
    for (column, rule) in bySystem + systems + others {
      var rule = rule
      do throws(DestinationFault) {
        let sent = try LinkDestination.sent(rule.url, isTemplate: false)
        remarks += ImportRemark.rewritings(by: sent).map { Sentence($0, of: column) }
        rule.url = sent.text
        if rules.count == LinkRule.countLimit {
          note(.tooManyRules, column)
        } else {
          rules.append(rule)
        }
      } catch {
        note(.ruleLeftOut(Sentence(LinkFault.notDestination(rule.url, error))), column)
      }
    }
    if !rules.isEmpty { tree.set("rules", JSONNode(.array(rules.map(\.json))).value) }
    return notes
  }

  /// The tests that are still running; finished ones have no effect, in the old service as in
  /// Keiro.
  private func runningTests(_ now: Timestamp?) -> [Entry] {
    guard let testEnd, now.map({ $0 < testEnd }) ?? true else { return [] }
    return tests.map { column, rule in
      var rule = rule
      rule.condition.until = testEnd
      return (column, rule)
    }
  }

  private static func fallbacks(_ tree: inout LinkTree) -> [Entry] {
    let hasIPad = tree.has("apple.ipadFallback")
    let systems: [(String, [UserAgent.Platform])] = [
      ("apple.ipadFallback", [.iPad]),
      ("apple.fallback", hasIPad ? [.iPhone] : [.iPhone, .iPad]),
      ("android.fallback", [.android]),
      ("desktop.fallback", [.macOS, .windows, .linux, .chromeOS, .unknown]),
    ]
    var entries: [Entry] = []
    for (path, platforms) in systems {
      guard let url = tree.remove(path) else { continue }
      entries.append((path, LinkRule(if: .init(platforms: platforms), url: url)))
    }
    return entries
  }
}

/// The notations of services for sending some visitors elsewhere.
package enum RuleDialect: Equatable, Sendable {
  /// Dub's `geo`: an object with a destination for each country code.
  case countries
  /// Dub's `testVariants`: destinations with their percentages.
  case test
  /// Shlink's `redirectRules`.
  case shlink
  /// A mere mention of rules, which are not in this file.
  case mention
}

/// The rules of a link at another service, translated into Keiro's.
///
/// No rule applies to more visitors than it did there: a rule with a condition that has no
/// counterpart is left out entirely.
struct ForeignRules {
  private(set) var rules: [LinkRule] = []
  /// Notes about rules that are left out and about changes.
  private(set) var notes: [ImportRemark] = []

  init(_ dialect: RuleDialect, _ text: String) {
    guard let root = try? JSONDocument(parsing: Array(text.utf8), depthLimit: 16).root else {
      if dialect != .mention { notes.append(.rulesNotJSON) }
      return
    }
    switch dialect {
    case .countries: readCountries(root)
    case .test: readTest(root)
    case .shlink: readShlink(root)
    case .mention: break
    }
  }

  private mutating func readCountries(_ root: JSONNode) {
    guard let members = root.object else {
      return notes.append(.notCountries)
    }
    var indexes: [String: Int] = [:]
    for member in members {
      guard let country = VisitorTraits.country(member.name), let url = member.node.string else {
        notes.append(.notCountry(String(member.name.prefix(100))))
        continue
      }
      if let index = indexes[url], rules[index].condition.countries.count < LinkRule.valueLimit {
        rules[index].condition.countries.append(country)
      } else {
        indexes[url] = rules.count
        rules.append(LinkRule(if: .init(countries: [country]), url: url))
      }
    }
  }

  /// Reads the variants of a test. Dub draws among all of them, and percentages need not add up to
  /// 100.
  private mutating func readTest(_ root: JSONNode) {
    let variants = (root.array ?? []).map { node in
      (url: node.member("url")?.string, part: node.member("percentage").flatMap(Self.whole))
    }
    var shares: [(url: String, share: Int)] = []
    for case (let url?, let part?) in variants where (1...100).contains(part) {
      shares.append((url, part))
    }
    // Dub has no test of fewer than two destinations.
    guard shares.count >= 2, shares.count == variants.count,
      shares.reduce(0, { $0 + $1.share }) == 100
    else {
      return notes.append(.testNotWhole)
    }
    rules = shares.map { LinkRule(if: .init(share: $0.share), url: $0.url) }
  }

  private static func whole(_ node: JSONNode) -> Int? {
    switch node.value {
    case .number(let text), .string(let text): Int(text)
    default: nil
    }
  }

  /// Reads the rules sorted by priority: the array itself, or the whole answer that contains it.
  private mutating func readShlink(_ root: JSONNode) {
    let written = (root.array ?? root.member("redirectRules")?.array ?? []).enumerated().map {
      (priority: $1.member("priority").flatMap(Self.whole) ?? $0 + 1, place: $0, node: $1)
    }
    // A stable order, as the priorities in an answer start at 1.
    let sorted = written.sorted { ($0.priority, $0.place) < ($1.priority, $1.place) }
    for (position, rule) in sorted.map(\.node).enumerated() {
      guard let url = rule.member("longUrl")?.string,
        let conditions = rule.member("conditions")?.array
      else {
        notes.append(.ruleIncomplete(number: position + 1))
        continue
      }
      var reader = ShlinkConditions()
      for condition in conditions { reader.take(condition) }
      if let condition = reader.unknown {
        notes.append(.conditionUnknown(rule: position + 1, condition: condition))
      } else {
        rules.append(LinkRule(if: reader.condition, url: url))
      }
    }
    if rules.contains(where: { !$0.condition.languages.isEmpty }) {
      notes.append(.languagesAfterTheFirst)
    }
  }
}

/// The conditions of a Shlink rule, all of which have to match.
///
/// Source: Shlink, `RedirectCondition::matchesRequest` and `RedirectConditionType`.
private struct ShlinkConditions {
  private(set) var condition = LinkRule.Condition()
  /// The first condition without a counterpart, because of which the rule cannot be carried over.
  private(set) var unknown: String?

  /// The platforms of Shlink's devices.
  private static let platforms: [String: [UserAgent.Platform]] = [
    "ios": [.iPhone, .iPad], "android": [.android], "mobile": [.iPhone, .iPad, .android],
    "desktop": [.macOS, .windows, .linux, .chromeOS], "windows": [.windows], "macos": [.macOS],
    "linux": [.linux], "chromeos": [.chromeOS],
  ]

  mutating func take(_ node: JSONNode) {
    let type = node.member("type")?.string ?? ""
    let value = node.member("matchValue")?.string ?? ""
    let key = node.member("matchKey")?.string ?? ""
    switch type {
    case "device":
      guard let found = Self.platforms[value.lowercased()] else { return refuse(type, value) }
      narrow(\.platforms, to: found, type, value)
    case "language":
      let tag = value.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "-")
      guard let language = VisitorTraits.language(tag) else { return refuse(type, value) }
      narrow(to: language, type, value)
    case "geolocation-country-code":
      guard let country = VisitorTraits.country(value) else { return refuse(type, value) }
      narrow(\.countries, to: [country], type, value)
    case "query-param":
      // PHP would read a name with one of these characters as another name or as a list.
      guard !key.isEmpty, !key.contains(where: { ".[ ".contains($0) }),
        condition.query.count < LinkRule.itemLimit,
        !condition.query.contains(where: { $0.name == key && $0.value != value })
      else { return refuse(type, key + "=" + value) }
      condition.query.removeAll { $0.name == key }
      condition.query.append(ShortLink.Extra(name: key, value: value))
      condition.query.sort { $0.name < $1.name }
    case "before-date", "after-date":
      guard let time = Timestamp(foreign: value) else { return refuse(type, value) }
      if type == "before-date" {
        condition.until = condition.until.map { min($0, time) } ?? time
      } else {
        condition.from = condition.from.map { max($0, time) } ?? time
      }
    default: refuse(type, key.isEmpty ? value : key + "=" + value)
    }
  }

  /// Intersects a condition with more values: both have to match.
  private mutating func narrow<Value: Equatable>(
    _ part: WritableKeyPath<LinkRule.Condition, [Value]>, to values: [Value], _ type: String,
    _ text: String
  ) {
    let before = condition[keyPath: part]
    let both = before.isEmpty ? values : before.filter(values.contains)
    guard !both.isEmpty else { return refuse(type, text) }
    condition[keyPath: part] = both
  }

  /// Keeps the narrower of two languages when one is a form of the other: a visitor who asks for it
  /// asks for both.
  private mutating func narrow(to language: String, _ type: String, _ text: String) {
    guard let before = condition.languages.first, before != language else {
      return condition.languages = [language]
    }
    if language.hasPrefix(before + "-") {
      condition.languages = [language]
    } else if !before.hasPrefix(language + "-") {
      refuse(type, text)
    }
  }

  private mutating func refuse(_ type: String, _ value: String) {
    unknown = unknown ?? "\(type.prefix(100)) \(value.prefix(100))"
  }
}
