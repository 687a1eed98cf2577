import AppAssociation
import JSONSyntax
import Links
import SiteModel
import WebSyntax

extension ValueKind<[SiteDefinition]> {
  static var sites: Self {
    let site = ValueKind<SiteDefinition>.object(.site).defined(as: "site")
    let list = ValueKind.list(site)
    return Self(list.schema(), definitions: list.definitions) { field, state in
      let sites = (field.elements() ?? []).map { element in
        state.apps = state.apps.inside(.production)
        return site.read(element, state) ?? SiteDefinition()
      }
      for field in state.alternates { claimAlternate(field, &state.hosts) }
      return sites
    }
  }

  /// Reports an alternate host that is a wildcard, or that another site has.
  private static func claimAlternate(_ field: JSONField, _ hosts: inout [HostPattern: String]) {
    guard let host = field.hostPattern() else { return }
    guard !host.isWildcard else {
      field.report("'\(host)' is a wildcard: expected one host that links can lead to")
      return
    }
    let first = hosts[host] ?? field.path
    hosts[host] = first
    guard first.prefix(while: { $0 != "." }) != field.path.prefix(while: { $0 != "." }) else {
      return
    }
    field.report("'\(host)' belongs to another site, at \(first): expected a host of its own")
  }
}

extension ConfigurationTable<SiteDefinition> {
  fileprivate static var site: Self {
    let hosts = ValueKind<HostPattern>.host.converted { host, field, state in
      field.claim(host, in: &state.hosts)
    }
    // Links are not judged by some of the hosts where another one cannot be read.
    let destinationHosts = ValueKind<[HostPattern]>.set(.host).converted { hosts, field, _ in
      hosts.count == field.node.array?.count ? hosts : nil
    }
    return Self(
      SiteDefinition(),
      .init("hosts", \.hosts, .list(hosts, atLeastOne: "host", isUnique: true), isRequired: true),
      .init("environment", ValueKind.environment.unread, default: .string("production")) {
        field, site, state in
        let environment = ValueKind.environment.read(field, state)
        site.environment = environment ?? site.environment
        state.apps = state.apps.inside(environment)
      },
      .init("title", \.title, .text),
      .init(
        "language", \.language,
        .text(
          "^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*|[xX](-[A-Za-z0-9]{1,8})+)$",
          isNot: "a language tag: expected the form of 'en' or 'pt-BR'", isLanguage)),
      .init("alternateHost", ValueKind<String>.plainHost().orNull.unread) { field, site, state in
        // Faults are reported once all hosts are known.
        site.alternateHost = field.node.string.flatMap(HostPattern.init)
        site.needsNoAlternateHost = field.isNull
        if !field.isNull { state.alternates.append(field) }
      },
      .init("banner", \.banner, .choice(isNot: "a banner: expected tag or html")),
      .init("brand", \.brand, .object(.brand)),
      .init("notFound", \.notFound, .notFound),
      .init("routes", \.routes, .routes),
      .init("root", ValueKind.address(isTemplate: false).unread) { field, site, state in
        guard let text = ValueKind.address(isTemplate: false).read(field, state) else { return }
        let isTaken = site.routes.contains {
          $0.component.path == "/" && $0.component.exclude != true
        }
        if isTaken { field.report("a route has '/' too: expected one of them") }
        site.root = text
      },
      .init("destinationHosts", \.destinationHosts, destinationHosts),
      .init(
        "shortLinks", ValueKind<ShortLinksDefinition>.object(.shortLinks(nil)).unread
      ) { field, site, state in
        site.shortLinks = ConfigurationTable<ShortLinksDefinition>.shortLinks(site).read(
          field, state)
      },
      .init("webcredentials", \.webcredentials, .appLines()),
      .init("activitycontinuation", \.activitycontinuation, .appLines()),
      // An app may be replaced by one without an App Clip, and the other way round.
      .init("appclips", \.appclips, .apps()),
      .init("substitutionVariables", \.substitutionVariables, .variables),
      .init("documents", .documents),
      .init("webauthn", .webauthn),
      .init("passkeys", \.passkeys, .object(.passkeys)),
      .init("changePassword", \.changePassword, .address),
      .init("robots", ValueKind<[UInt8]>.textFile.unread) { field, site, state in
        site.ownRobots = ValueKind<[UInt8]>.textFile.read(field, state)
        let path = "/robots.txt"
        if site.isTaken(path: path) {
          field.report("a route or a link has '\(path)' too: expected one of them")
        }
      },
      .init("wellKnown", \.wellKnownFolder, .folder)
    ) { object, site, _ in reportPatterns(object, site) }
  }

  /// Reports the faults of patterns here already, beside all other problems of the file.
  private static func reportPatterns(_ object: JSONObjectReader, _ site: SiteDefinition) {
    guard let routes = object.optional("routes"), let nodes = routes.node.array else { return }
    // Variables that could not be read at all would seem undefined.
    if let variables = object.optional("substitutionVariables"), variables.node.object == nil {
      return
    }
    let faults = RoutingTable.faults(
      in: site.routingRules, substitutionVariables: site.substitutionVariables)
    for fault in faults where nodes.indices.contains(fault.rule) {
      let node = nodes[fault.rule]
      routes.collector.report(
        Sentence(english: fault.message),
        path: jsonPath("\(routes.path)[\(fault.rule)]", member: fault.part),
        offset: (node.member(fault.part) ?? node).offset)
    }
  }

  private static var documents: Self {
    Self(
      SiteDefinition(),
      .init("apple", \.ownAppleDocument, .document(isApple: true)),
      .init("android", \.ownAndroidDocument, .document(isApple: false)))
  }

  private static var webauthn: Self {
    Self(
      SiteDefinition(),
      .init("origins", \.webAuthnOrigins, .set(.origin, atLeastOne: "origin"), isRequired: true))
  }

  /// Whether a language tag is well-formed (BCP 47, RFC 5646, section 2.1).
  private static func isLanguage(_ text: String) -> Bool {
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
    let language = subtags[0]
    let isPrivate = language.lowercased() == "x" && subtags.count > 1
    let isKnown = (2...8).contains(language.utf8.count) && language.utf8.allSatisfy(ASCII.isLetter)
    let others = subtags.dropFirst().allSatisfy { subtag in
      (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy(ASCII.isAlphanumeric)
    }
    return (isPrivate || isKnown) && others
  }
}

extension ConfigurationTable<SiteBrand> {
  fileprivate static var brand: Self {
    let color = ValueKind.parsed(
      "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$", isNot: "a colour: expected the form of \"#0a5bd0\"",
      WebColor.init)
    return Self(
      SiteBrand(),
      .init("name", \.name, .text),
      .init("icon", \.icon, .icon),
      .init("accent", \.accent, color, default: .string(WebColor.standardAccent.description)),
      .init("accentDark", \.accentDark, color))
  }
}

extension ConfigurationTable<PasskeyEndpoints> {
  fileprivate static var passkeys: Self {
    let address = ValueKind.url("^[Hh][Tt][Tt][Pp][Ss]://.", isNot: "an https URL") { url in
      url.scheme == "https" && url.userInfo == nil
    }
    return Self(
      PasskeyEndpoints(),
      .init("enroll", \.enroll, address),
      .init("manage", \.manage, address),
      rules: #"{"anyOf": [{"required": ["enroll"]}, {"required": ["manage"]}]}"#
    ) { object, _, _ in
      if object.optional("enroll") == nil, object.optional("manage") == nil {
        object.field.report("there is no address: expected 'enroll', 'manage' or both")
      }
    }
  }
}

extension ValueKind<String> {
  fileprivate static var origin: Self {
    .parsed(
      "^[Hh][Tt][Tt][Pp][Ss]://[^/@?#]+/?$",
      isNot: "an origin: expected one such as https://www.example.org"
    ) { webOrigin($0, schemes: ["https"]) }
  }

  /// An origin as browsers write it, which they compare as strings (WHATWG HTML, "serialization of an
  /// origin"); nil for other texts.
  static func webOrigin(_ text: String, schemes: [String]) -> String? {
    guard let url = WebURL(sentFor: text), url.origin != nil, schemes.contains(url.scheme),
      url.host.hasPrefix("[") || HostPattern(url.host)?.isWildcard == false
    else { return nil }
    let host = url.host.hasSuffix(".") ? String(url.host.dropLast()) : url.host
    let port = url.port.flatMap { Int($0) }
    let isUsual = port == nil || port == (url.scheme == "https" ? 443 : 80)
    return "\(url.scheme)://" + host + (isUsual ? "" : port.map { ":\($0)" } ?? "")
  }

  /// The text of a pattern for hosts in the schema; letters of other scripts become Punycode.
  fileprivate static let hostPattern: String = {
    let letter = #"[A-Za-z0-9_]|[^\u0000-\u007f]"#
    let label = "(\(letter))(-*(\(letter)))*"
    return #"\#(label)(\.\#(label))*\.?$"#
  }()

  /// A host without a wildcard, in lower case.
  static func plainHost(example: String = "www.example.com") -> Self {
    var schema: [JSONOutput.Member] {
      [.init("description", .string("A host without wildcard."))] + .string("^" + hostPattern)
        + [.init("maxLength", .int(255))]
    }
    return Self(schema) { field, _ in
      guard let host = field.hostPattern() else { return nil }
      guard !host.isWildcard else {
        field.report("'\(host)' has a wildcard: expected a host such as \(example)")
        return nil
      }
      return host.name
    }.defined(as: "plainHost")
  }
}

extension ValueKind<HostPattern> {
  fileprivate static var host: Self {
    let form =
      "A host such as www.example.com, or *. and a host for any host one label deeper. Without scheme, "
      + "port and path."
    var schema: [JSONOutput.Member] {
      [.init("description", .string(form))]
        + .string("^(\\*\\.)?" + ValueKind<String>.hostPattern) + [.init("maxLength", .int(255))]
    }
    return Self(schema) { field, _ in field.hostPattern() }.defined(as: "host")
  }
}

extension JSONField {
  /// A host or a wildcard; common mistakes have messages of their own.
  fileprivate func hostPattern() -> HostPattern? {
    guard let text = text() else { return nil }
    if let host = HostPattern(text) { return host }
    report("'\(text)' is not a host: \(Self.hostHint(text))")
    return nil
  }

  private static func hostHint(_ text: String) -> String {
    if let scheme = text.firstRange(of: "://") {
      let rest = text[scheme.upperBound...].prefix { !"/?#:".contains($0) }
      return "expected it without scheme and path, as in '\(rest)'"
    }
    if let slash = text.firstIndex(of: "/") {
      return "expected it without a path, as in '\(text[..<slash])'"
    }
    if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
      return "expected it without a port, as in '\(text[..<colon])'"
    }
    if text.contains("*") { return "expected '*' as the whole first label alone" }
    return "expected a DNS name such as www.example.com"
  }
}

extension ValueKind<[(name: String, values: [String])]> {
  /// The texts that replace `$(name)` in patterns.
  ///
  /// Source: Apple, `applinks.SubstitutionVariables`: names contain no `$`, `(` or `)`; values may
  /// contain wildcards but no variables.
  fileprivate static var variables: Self {
    let values = ValueKind<[String]>.set(
      .text { text in
        guard text.firstRange(of: "$(") != nil else { return nil }
        return "'\(text)' names a variable: expected a value without $(…)"
      }, atLeastOne: "value")
    var schema: [JSONOutput.Member] {
      .json(#"{"type": "object", "propertyNames": {"minLength": 1, "pattern": "^[^$()]+$"}}"#)
        + [.init("additionalProperties", .object(values.schema()))]
    }
    return Self(schema) { field, state in
      field.entries()?.map { name, field in
        if name.isEmpty || name.contains(where: { "$()".contains($0) }) {
          field.report("'\(name)' is not the name of a variable: expected a text without $ ( )")
        }
        return (name, values.read(field, state) ?? [])
      }
    }
  }
}
