import AppAssociation

/// The tables of the routes.
extension SwiftRouter {
  mutating func tables() -> [String] {
    var sites: [String] = []
    for (index, site) in plan.sites.enumerated() {
      sites += code(site, "static let site\(index + 1) = ").inType
      sites.append("")
    }
    let others = plan.hosts.filter { $0.site == nil }.map { CodeLayout(Self.literal($0.name)) }
    var lines = [
      "// MARK: - The routes", "",
      "/// Reads the text of a URL as Keiro does; `URL` and `URLComponents` change some texts.",
      "private enum RouteReader {",
      "  /// The sites of hosts.",
    ]
    lines +=
      CodeLayout.dictionary(
        "static let hosts: [String: Site] = ", hosts(areWildcards: false)
      ).inType
    lines.append("  /// The sites of hosts exactly one label longer.")
    lines +=
      CodeLayout.dictionary(
        "static let wildcards: [String: Site] = ", hosts(areWildcards: true)
      ).inType
    lines.append("  /// The hosts that a wildcard does not mean.")
    lines += CodeLayout("static let otherHosts: Set<String> = [", others, "]").inType
    lines.append("")
    lines += sites
    for (index, values) in choices.enumerated() {
      for line in choice(values, "static let choice\(index + 1)") { lines.append("  \(line)") }
      lines.append("")
    }
    lines.append("  /// The hosts and addresses of screens, with names in the places of values.")
    lines +=
      CodeLayout.dictionary(
        "static let addresses: [String: [(host: String, path: String)]] = ", addresses
      ).inType
    return lines + ["}"]
  }

  private func hosts(areWildcards: Bool) -> [CodeLayout] {
    plan.hosts.filter { $0.isWildcard == areWildcards }.compactMap { host in
      host.site.map { CodeLayout("\(Self.literal(host.name)): site\($0 + 1)") }
    }
  }

  private var addresses: [CodeLayout] {
    plan.screens.map { screen in
      let addresses = screen.addresses.map { address in
        let host = Self.literal(plan.sites[address.site].host)
        return CodeLayout("(\(host), \(Self.literal(address.template)))")
      }
      return CodeLayout("\(Self.literal(screen.name)): [", addresses, "]")
    }
  }

  private mutating func code(_ site: RouterPlan.Site, _ start: String) -> CodeLayout {
    var arguments: [CodeLayout] = []
    if !site.closedPaths.isEmpty {
      let paths = site.closedPaths.map { CodeLayout(Self.literal($0)) }
      arguments.append(CodeLayout("closedPaths: [", paths, "]"))
    }
    if let links = site.shortLinks {
      let suffixes = links.viewSuffixes.map { CodeLayout(Self.literal($0)) }
      var members = [
        CodeLayout("prefix: \(Self.literal(links.prefix))"),
        CodeLayout("opensApp: \(links.opensApp)"),
        CodeLayout("hasLongLinks: \(links.hasLongLinks)"),
        CodeLayout("viewSuffixes: [", suffixes, "]"),
      ]
      if !links.names.isEmpty {
        let names = links.names.map { CodeLayout(Self.literal($0)) }
        members.append(CodeLayout("names: [", names, "]"))
      }
      arguments.append(CodeLayout("shortLinks: ShortLinks(", members, ")"))
    }
    var rules: [CodeLayout] = []
    for rule in site.rules { rules.append(code(rule)) }
    arguments.append(CodeLayout("rules: [", rules, "]"))
    return CodeLayout(start + "Site(", arguments, ")")
  }

  private mutating func code(_ rule: RouterPlan.Rule) -> CodeLayout {
    let component = rule.component
    var arguments: [CodeLayout] = []
    if let path = component.path { arguments.append(tokens("path: ", path, component)) }
    switch component.query {
    case .string(let query): arguments.append(tokens("query: ", query, component))
    case .items(let items):
      var list: [CodeLayout] = []
      for item in items {
        let name = CodeLayout("name: \(Self.literal(item.name))")
        list.append(CodeLayout("Item(", [name, tokens("tokens: ", item.tokens, component)], ")"))
      }
      arguments.append(CodeLayout("items: [", list, "]"))
    case nil: break
    }
    if let fragment = component.fragment {
      arguments.append(tokens("fragment: ", fragment, component))
    }
    if component.ignoresCase { arguments.append(CodeLayout("isCaseSensitive: false")) }
    if component.decodes { arguments.append(CodeLayout("isDecoded: true")) }
    switch rule.outcome {
    case .nothing: arguments.append(CodeLayout("opensApp: false"))
    case .link: break
    case .screen(let index):
      arguments.append(CodeLayout("screen: \(Self.literal(plan.screens[index].name))"))
    }
    return CodeLayout("Rule(", arguments, ")")
  }

  private mutating func tokens(
    _ label: String, _ tokens: [PatternToken], _ component: PortableComponent
  ) -> CodeLayout {
    var list: [CodeLayout] = []
    for token in tokens { list.append(code(token, component)) }
    return CodeLayout("\(label)[", list, "]")
  }

  private mutating func code(_ token: PatternToken, _ component: PortableComponent) -> CodeLayout {
    switch token {
    case .text(let text): return CodeLayout(".text(\(Self.literal(text)))")
    case .one: return CodeLayout(".one")
    case .many: return CodeLayout(".many")
    case .oneOf(let characters): return CodeLayout(".oneOf(\(Self.literal(characters)))")
    case .character: return CodeLayout(".character")
    case .capture(let index):
      return CodeLayout(".capture(\(Self.literal(component.captureNames[index])))")
    case .rest: return CodeLayout(".rest")
    case .choice(let values):
      let number = choices.firstIndex(of: values) ?? choices.count
      if number == choices.count { choices.append(values) }
      return CodeLayout(".choice(choice\(number + 1))")
    }
  }

  /// The declaration of a variable's values.
  private func choice(_ values: [[PatternToken]], _ start: String) -> [String] {
    if let words = values.words, values.count >= 8 {
      let lines = words.split(" ").map(Self.escaped).wrapped(to: 92)
      let text = lines.joined(separator: " \\\n  ")
      return ["\(start) = texts(", "  \"\"\"", "  \(text)", "  \"\"\")"]
        .flatMap { $0.split("\n") }
    }
    let lists = values.map { value in
      CodeLayout(
        "[",
        value.map { token in
          switch token {
          case .text(let text): CodeLayout(".text(\(Self.literal(text)))")
          case .many: CodeLayout(".many")
          default: CodeLayout(".one")
          }
        }, "]")
    }
    return CodeLayout("\(start): [[Token]] = [", lists, "]").lines(width: 98, step: 2)
  }
}

/// What Swift writes otherwise than the other languages.
extension CodeLayout {
  init(_ open: String, _ elements: [CodeLayout], _ close: String) {
    let style = Style(open: open, close: close, hasLastSeparator: close.hasPrefix("]"))
    self.init(style, elements)
  }

  /// The lines of a declaration in a type.
  var inType: [String] { lines(width: 100, step: 2, indent: 2) }

  /// A call; without arguments, the name alone.
  static func call(_ name: String, _ arguments: [CodeLayout]) -> CodeLayout {
    arguments.isEmpty ? CodeLayout(name) : CodeLayout(name + "(", arguments, ")")
  }

  static func dictionary(_ start: String, _ members: [CodeLayout]) -> CodeLayout {
    members.isEmpty ? CodeLayout(start + "[:]") : CodeLayout(start + "[", members, "]")
  }
}
