package import JSONSyntax

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
    for member in members {
      guard condition.restore(member) else {
        condition.share = 0
        continue
      }
    }
    self.init(if: condition, url: url)
  }
}

extension LinkRule.Condition {
  var json: JSONOutput {
    var members: [JSONOutput.Member] = []
    if !platforms.isEmpty {
      members.append(.init("platform", .strings(platforms.map(\.rawValue))))
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
      platforms = texts.compactMap { RulePlatform(named: $0) }
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
      guard case .number(let text) = member.node.value, let number = Int(text) else {
        return false
      }
      // A rule that an unknown part has disabled stays disabled.
      if share != 0 { share = min(max(number, 0), 100) }
      return true
    default: return false
    }
  }
}
