package import JSONSyntax

extension LinkReader {
  static func rules(_ field: JSONField) -> [LinkRule]? {
    if let count = field.node.array?.count, count > LinkRule.countLimit {
      field.report(LinkFault.tooManyRules(count))
      return nil
    }
    guard let elements = field.elements() else { return nil }
    let rules = elements.compactMap(rule)
    return rules.count == elements.count ? rules : nil
  }

  private static func rule(_ field: JSONField) -> LinkRule? {
    let rule = field.object { object -> LinkRule? in
      let condition = object.optional("if").map(RuleConditionReader.read)
      let url = object.required("url").flatMap { LinkReader.url($0, isVisited: true) }
      guard let url, let condition = condition ?? LinkRule.Condition() else { return nil }
      return LinkRule(if: condition, url: url)
    }
    return rule ?? nil
  }
}

private enum RuleConditionReader {
  static func read(_ field: JSONField) -> LinkRule.Condition? {
    let condition = field.object { object -> LinkRule.Condition? in
      var condition = LinkRule.Condition()
      var isGood = true
      func set<Value>(_ name: String, _ read: (JSONField) -> Value?, _ put: (Value) -> Void) {
        guard let field = object.optional(name) else { return }
        guard let value = read(field) else { return isGood = false }
        put(value)
      }
      set(
        "platform", { list($0, LinkFault.notPlatform, UserAgent.Platform.init(named:)) },
        { condition.platforms = $0 })
      set(
        "language", { list($0, LinkFault.notLanguage, VisitorTraits.language) },
        { condition.languages = $0 })
      set("country", { list($0, LinkFault.notCountry, country) }, { condition.countries = $0 })
      set("query", query, { condition.query = $0 })
      set("from", LinkReader.time, { condition.from = $0 })
      set("until", LinkReader.time, { condition.until = $0 })
      set("share", { $0.int(in: 1...100) }, { condition.share = $0 })
      return isGood ? condition : nil
    }
    return condition ?? nil
  }

  /// The unique values of a part. An empty list is an error, since it could mean no visitor or
  /// every visitor.
  private static func list<Value: Equatable>(
    _ field: JSONField, _ fault: (String) -> LinkFault, _ read: (String) -> Value?
  ) -> [Value]? {
    guard let elements = field.elements() else { return nil }
    guard (1...LinkRule.valueLimit).contains(elements.count) else {
      field.report(LinkFault.valueCount(elements.count))
      return nil
    }
    var values: [Value] = []
    for element in elements {
      guard let value = element.value(fault, read) else { return nil }
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  private static func country(_ text: String) -> String? {
    let code = text.uppercased()
    return CountryCode.isPossible(code) ? code : nil
  }

  private static func query(_ field: JSONField) -> [ShortLink.Extra]? {
    guard let entries = field.entries() else { return nil }
    guard (1...LinkRule.itemLimit).contains(entries.count) else {
      field.report(LinkFault.queryItemCount(entries.count))
      return nil
    }
    let items = entries.compactMap { name, field -> ShortLink.Extra? in
      guard (1...255).contains(name.utf8.count) else {
        field.report(LinkFault.queryItemName)
        return nil
      }
      guard field.isPlain(name) else { return nil }
      return field.plainText(limit: FieldType.wordBytes).map { .init(name: name, value: $0) }
    }
    return items.count == entries.count ? items.sorted { $0.name < $1.name } : nil
  }
}

/// Country codes (ISO 3166-1 alpha-2), checked by form only.
package enum CountryCode {
  /// Whether a country has the code, in capital letters.
  static func exists(_ code: String) -> Bool { all.contains(code) }

  /// Those of ISO 3166-1 as of tzdata 2025b, and Kosovo's, which databases of addresses use.
  private static let all = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ \
    BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM \
    DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS \
    GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN \
    KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ \
    MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM \
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV \
    SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI \
    VN VU WF WS XK YE YT ZA ZM ZW
    """.split(separator: " ").map(String.init))

  /// Whether a text has two capital letters and nothing else.
  package static func isPossible(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
}

extension LinkRule {
  /// The rule in the form that `LinkReader` reads.
  package var json: JSONOutput {
    .object([.init("if", condition.json), .init("url", .string(url))])
  }

  /// Reads a stored rule without validating it.
  ///
  /// - Returns: nil for damaged data. A condition with parts that a newer release has added makes a
  ///   rule that never applies: ignoring them would send every visitor there.
  package init?(stored node: JSONNode) {
    guard let url = node.member("url")?.string else { return nil }
    guard let members = node.member("if")?.object else { return nil }
    var condition = Condition()
    for member in members where !condition.restore(member) { condition.share = 0 }
    self.init(if: condition, url: url)
  }
}

extension LinkRule.Condition {
  var json: JSONOutput {
    var members: [JSONOutput.Member] = []
    if !platforms.isEmpty {
      members.append(.init("platform", .strings(platforms.map(\.name))))
    }
    if !languages.isEmpty { members.append(.init("language", .strings(languages))) }
    if !countries.isEmpty { members.append(.init("country", .strings(countries))) }
    if !query.isEmpty {
      members.append(
        .init("query", .object(query.map { .init($0.name, .string($0.value)) })))
    }
    if let from { members.append(.init("from", .string(from.description))) }
    if let until { members.append(.init("until", .string(until.description))) }
    if let share { members.append(.init("share", .int(share))) }
    return .object(members)
  }

  /// Sets a part of the condition; false for one that this release does not know.
  fileprivate mutating func restore(_ member: JSONMember) -> Bool {
    let texts = member.node.array?.compactMap(\.string) ?? []
    switch member.name {
    case "platform":
      platforms = texts.compactMap { UserAgent.Platform(named: $0) }
      return !platforms.isEmpty
    case "language":
      languages = texts
      return !texts.isEmpty
    case "country":
      countries = texts
      return !texts.isEmpty
    case "query":
      query = (member.node.object ?? []).compactMap { item in
        item.node.string.map { .init(name: item.name, value: $0) }
      }
      return !query.isEmpty
    case "from":
      from = member.node.string.flatMap { Timestamp($0) }
      return from != nil
    case "until":
      until = member.node.string.flatMap { Timestamp($0) }
      return until != nil
    case "share":
      guard let number = member.node.wholeNumber else { return false }
      // A rule that an unknown part has disabled stays disabled.
      if share != 0 { share = min(max(number, 0), 100) }
      return true
    default: return false
    }
  }
}
