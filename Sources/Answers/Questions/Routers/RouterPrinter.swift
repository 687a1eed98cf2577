import AppAssociation
import CDocuments
import Links

/// A language in which a router is printed: how it writes values.
///
/// The tables say the same in all languages, so that they are walked through once, in `tables`.
protocol RouterPrinter {
  var plan: RouterPlan { get }

  /// The lines of a table.
  static func declaration(
    _ name: String, of type: String, isList: Bool, _ value: CodeLayout
  ) -> [String]
  static func literal(_ text: String) -> String
  /// A list, whose type an empty one may have to tell.
  static func list(_ elements: [CodeLayout], of type: String) -> CodeLayout
  /// A value of a type with several members.
  static func record(_ type: String, _ members: [(String, CodeLayout)]) -> CodeLayout
  static func token(_ name: String, _ value: CodeLayout?) -> CodeLayout
  /// The name of the table of a site.
  static func site(_ index: Int) -> String
  /// What a table says in place of a screen.
  func screen(_ index: Int) -> CodeLayout
}

extension RouterPrinter {
  static func site(_ index: Int) -> String { "site\(index)" }

  func screen(_ index: Int) -> CodeLayout { Self.code(plan.screens[index].name) }

  static func code(_ text: String) -> CodeLayout { CodeLayout(literal(text)) }

  /// The declarations of all tables, with empty lines between them.
  var tables: [String] {
    let hosts = plan.hosts.map { host in
      Self.object(
        "Host",
        [
          ("name", Self.code(host.name)), ("site", host.site.map { CodeLayout("\($0)") }),
          ("isWildcard", Self.flag(host.isWildcard)),
        ])
    }
    let addresses = plan.screens.enumerated().flatMap { index, screen in
      screen.addresses.map { address in
        Self.record(
          "Address",
          [
            ("screen", self.screen(index)), ("host", Self.code(plan.sites[address.site].host)),
            ("path", Self.code(address.template)),
          ])
      }
    }
    func table(_ name: String, of type: String, _ elements: [CodeLayout]) -> [String] {
      Self.declaration(name, of: type, isList: true, Self.list(elements, of: type))
    }
    let sites = plan.sites.indices.map { CodeLayout(Self.site($0)) }
    var tables = [table("hosts", of: "Host", hosts)]
    tables += plan.choices.enumerated().map { index, values in
      Self.declaration("choice\(index)", of: "Token", isList: false, code(values))
    }
    tables += plan.sites.enumerated().map { index, site in
      Self.declaration(Self.site(index), of: "Site", isList: false, code(site))
    }
    tables += [table("sites", of: "Site", sites), table("addresses", of: "Address", addresses)]
    return Array(tables.joined(separator: [""]))
  }

  private func code(_ site: RouterPlan.Site) -> CodeLayout {
    let links = site.shortLinks.map { links in
      Self.object(
        "ShortLinks",
        [
          ("prefix", Self.code(links.prefix)), ("opensApp", CodeLayout("\(links.opensApp)")),
          ("hasLongLinks", CodeLayout("\(links.hasLongLinks)")),
          ("viewSuffixes", Self.texts(links.viewSuffixes)),
          ("names", links.names.isEmpty ? nil : Self.texts(links.names)),
          ("ignoresCase", Self.flag(!links.spelling.isCaseSensitive)),
          ("ignoresSlash", Self.flag(links.spelling.ignoresTrailingSlash)),
        ])
    }
    return Self.object(
      "Site",
      [
        ("closedPaths", site.closedPaths.isEmpty ? nil : Self.texts(site.closedPaths)),
        ("shortLinks", links), ("rules", Self.list(site.rules.map(code), of: "Rule")),
      ])
  }

  private func code(_ rule: RouterPlan.Rule) -> CodeLayout {
    let component = rule.component
    func tokens(_ tokens: [PatternToken]) -> CodeLayout { code(tokens, component.captureNames) }
    let items = component.items.map { item in
      Self.record("Item", [("name", Self.code(item.name)), ("value", tokens(item.tokens))])
    }
    var screen: CodeLayout?
    if case .screen(let index) = rule.outcome { screen = self.screen(index) }
    return Self.object(
      "Rule",
      [
        ("path", component.path.map(tokens)), ("query", component.query.map(tokens)),
        ("items", items.isEmpty ? nil : Self.list(items, of: "Item")),
        ("fragment", component.fragment.map(tokens)),
        ("ignoresCase", Self.flag(component.ignoresCase)),
        ("decodes", Self.flag(component.decodes)),
        ("opensApp", rule.outcome == .nothing ? CodeLayout("false") : nil), ("screen", screen),
      ])
  }

  private func code(_ tokens: [PatternToken], _ names: [String] = []) -> CodeLayout {
    Self.list(tokens.map { code($0, names) }, of: "Token")
  }

  private func code(_ token: PatternToken, _ names: [String]) -> CodeLayout {
    switch token {
    case .text(let text): return Self.token("text", Self.code(text))
    case .one: return Self.token("one", nil)
    case .many: return Self.token("many", nil)
    case .character: return Self.token("anyCharacter", nil)
    case .rest: return Self.token("rest", nil)
    case .oneOf(let characters): return Self.token("oneOf", Self.code(characters))
    case .capture(let index): return Self.token("capture", Self.code(names[index]))
    case .choice(let values):
      guard let index = plan.choices.firstIndex(of: values) else { return code(values) }
      return CodeLayout("choice\(index)")
    }
  }

  private func code(_ values: [[PatternToken]]) -> CodeLayout {
    if let words = Self.words(values) { return Self.token("words", Self.texts(words)) }
    return Self.token("choice", Self.list(values.map { code($0) }, of: "List<Token>"))
  }

  /// The values of a variable with spaces between them, in several lines; nil if some cannot stand so.
  private static func words(_ values: [[PatternToken]]) -> [String]? {
    let texts = values.compactMap { value -> String? in
      guard value.count == 1, case .text(let text) = value.first else { return nil }
      return text.contains(" ") ? nil : text
    }
    return texts.count == values.count && texts.count > 1 ? texts.wrapped(to: 50) : nil
  }

  private static func texts(_ texts: [String]) -> CodeLayout {
    list(texts.map(code), of: "String")
  }

  private static func flag(_ isSet: Bool) -> CodeLayout? { isSet ? CodeLayout("true") : nil }

  /// A record without the members that have no value.
  private static func object(_ type: String, _ members: [(String, CodeLayout?)]) -> CodeLayout {
    record(type, members.compactMap { name, value in value.map { (name, $0) } })
  }
}

extension keiro_document {
  /// What all routers of a language have in common.
  var text: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
}
