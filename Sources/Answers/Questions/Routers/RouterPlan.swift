package import AppAssociation
package import Links
package import SiteModel
import WebSyntax

/// The routes of the sites as the router of one app decides by them: for each URL what
/// `/_keiro/resolve` says about it.
///
/// A router reads the text of a URL by itself, as `WebURL` and `RequestPath` do. Then it asks in this
/// order: the site of the host; the validity of the path; long links; closed paths; the prefix of short
/// links, unless it is `/`; the rules; short links with the prefix `/`. Paths are compared with closed
/// paths and prefixes after needless escapes have been decoded, and with the rules as they are written.
package struct RouterPlan: Sendable {
  package struct Host: Hashable, Sendable {
    /// The name in lower case, without the wildcard; one in Punycode is there in letters as well.
    package let name: String
    /// Whether hosts exactly one label deeper are meant. They count only when their own name is no host.
    package let isWildcard: Bool
    /// The index of the site; nil for one that does not open the app, which is excepted from a wildcard.
    package let site: Int?
  }

  package struct Site: Sendable {
    /// The host for built URLs.
    package let host: String
    /// The paths that are neither routes nor links.
    package let closedPaths: [String]
    package let shortLinks: ShortLinks?
    /// All routes of the site, of which the first that matches decides.
    package let rules: [Rule]
  }

  package struct ShortLinks: Sendable {
    /// The path prefix, which begins and ends with a slash.
    package let prefix: String
    /// Whether short URLs open the app.
    package let opensApp: Bool
    /// Whether long links, `/?link=` and the same below the prefix, open the app.
    package let hasLongLinks: Bool
    /// The ends of names that are not links but show something about one.
    package let viewSuffixes: [String]
    /// The links of the configuration that, with the prefix `/`, come before routes of the same path, as
    /// their explanations and QR codes do.
    package let names: [String]
    package let spelling: SlugSpelling
  }

  package struct Rule: Sendable {
    package let component: PortableComponent
    package let outcome: Outcome
    /// The pattern, for comments: in one line.
    package let text: String
  }

  package enum Outcome: Hashable, Sendable {
    /// An exclude, or a route of other apps.
    case nothing
    /// The app is opened without a screen.
    case link
    case screen(Int)
  }

  package struct Screen: Sendable {
    package let name: String
    /// The name as an identifier that begins in lower case; it may be a reserved word of a language.
    package let identifier: String
    /// In order of first mention.
    package fileprivate(set) var parameters: [Parameter]
    package fileprivate(set) var patterns: [String]
    /// The addresses that lead to it, the most usual ones first.
    package fileprivate(set) var addresses: [Address]
  }

  package struct Parameter: Hashable, Sendable {
    package let name: String
    /// The name as an identifier that begins in lower case; it may be a reserved word of a language.
    package let identifier: String
    /// Whether a route of the screen does not have it.
    package fileprivate(set) var isOptional: Bool
  }

  package struct Address: Hashable, Sendable {
    package let site: Int
    /// The path, query and fragment, with names in braces in the places of values: `/article/{id}`.
    package let template: String
  }

  package let app: String
  /// The hosts, wildcards last.
  package private(set) var hosts: [Host] = []
  package private(set) var sites: [Site] = []
  /// The values of variables, each of which is in patterns of the rules.
  package private(set) var choices: [[[PatternToken]]] = []
  /// The screens, in order of first mention.
  package private(set) var screens: [Screen] = []

  /// - Parameter number: the index of the app.
  /// - Throws: why there can be no router: a sentence without a capital or a full stop.
  package init(_ snapshot: ServiceSnapshot, app number: Int) throws(RouterFault) {
    app = snapshot.apps[number].key
    let definitions = snapshot.sites.map(\.definition)
    guard definitions.contains(where: { $0.routes.contains { $0.opens(number) } }) else {
      throw .noRoutes(app, snapshot)
    }
    let succession = AppSuccession(of: snapshot.apps)
    for (index, definition) in definitions.enumerated() {
      let opensLinks =
        definition.shortLinks?.app.map(succession.newest) == succession.newest(of: number)
      guard opensLinks || definition.routes.contains(where: { $0.opens(number) }) else {
        hosts += definition.allHosts.filter { !$0.isWildcard }
          .flatMap { Host.spellings(of: $0, site: nil) }
        continue
      }
      hosts += definition.allHosts.flatMap { Host.spellings(of: $0, site: sites.count) }
      let reader = SiteReader(snapshot: snapshot, site: index, app: number)
      var rules: [Rule] = []
      for (position, route) in definition.routes.enumerated() {
        rules.append(try rule(route, at: position, reader))
      }
      sites.append(
        Site(
          host: definition.routerHost, closedPaths: reader.closedPaths,
          shortLinks: definition.shortLinks.map { links in
            ShortLinks(
              prefix: links.prefix, opensApp: opensLinks,
              hasLongLinks: opensLinks && links.longLinks != .off,
              viewSuffixes: ["+", ".qr"] + links.views.map { "/" + $0 },
              names: reader.namesBeforeRoutes, spelling: links.spelling)
          },
          rules: rules))
    }
    let wildcards = hosts.filter(\.isWildcard)
    hosts.removeAll { host in
      host.isWildcard || host.site == nil && !wildcards.contains { $0.covers(host) }
    }
    hosts += wildcards
  }

  private mutating func rule(
    _ route: RouteDefinition, at position: Int, _ reader: SiteReader
  ) throws(RouterFault) -> Rule {
    let component = PortableComponent(
      route.component, variables: SubstitutionVariables(reader.definition.substitutionVariables))
    for case .choice(let values) in component.tokens where !choices.contains(values) {
      choices.append(values)
    }
    var outcome = Outcome.nothing
    if route.opens(reader.app) {
      outcome = .link
      if let name = route.screen {
        let index = try screen(name)
        let addresses = reader.templates(ofRoute: position).map {
          Address(site: sites.count, template: $0)
        }
        try screens[index].add(component.captureNames, route.component.inOneLine, addresses)
        outcome = .screen(index)
      }
    }
    return Rule(component: component, outcome: outcome, text: route.component.inOneLine)
  }

  /// Returns the index of a screen, which is added when it is new.
  private mutating func screen(_ name: String) throws(RouterFault) -> Int {
    if let index = screens.firstIndex(where: { $0.name == name }) { return index }
    let identifier = try RouterName.identifier(name, of: "the screen")
    if let urls = ["shortLink": "short URLs", "link": "URLs without a screen"][identifier] {
      throw RouterFault(
        message: "the screen '\(name)' and the case for \(urls) would both be "
          + "'\(identifier)': expected another name of the screen")
    }
    if let other = screens.first(where: { $0.identifier == identifier }) {
      throw .sameName("the screens '\(other.name)' and '\(name)'", identifier)
    }
    screens.append(
      Screen(name: name, identifier: identifier, parameters: [], patterns: [], addresses: []))
    return screens.count - 1
  }
}

extension RouterPlan.Screen {
  /// Adds a route with some parameters.
  fileprivate mutating func add(
    _ names: [String], _ pattern: String, _ addresses: [RouterPlan.Address]
  ) throws(RouterFault) {
    for index in parameters.indices where !names.contains(parameters[index].name) {
      parameters[index].isOptional = true
    }
    for name in names where !parameters.contains(where: { $0.name == name }) {
      let identifier = try RouterName.identifier(name, of: "the parameter")
      if let other = parameters.first(where: { $0.identifier == identifier }) {
        throw .sameName(
          "the parameters '\(other.name)' and '\(name)' of the screen '\(self.name)'", identifier)
      }
      parameters.append(
        RouterPlan.Parameter(name: name, identifier: identifier, isOptional: !patterns.isEmpty))
    }
    patterns.append(pattern)
    self.addresses += addresses
  }
}

extension RouterPlan.Host {
  fileprivate static func spellings(of pattern: HostPattern, site: Int?) -> [Self] {
    let inLetters = HostName.inLetters(pattern.name)
    let names = [pattern.name] + (inLetters == pattern.name ? [] : [inLetters])
    return names.map { Self(name: $0, isWildcard: pattern.isWildcard, site: site) }
  }

  fileprivate func covers(_ host: Self) -> Bool {
    guard let dot = host.name.firstIndex(of: ".") else { return false }
    return isWildcard && host.name[host.name.index(after: dot)...] == name
  }
}

/// Why there can be no router for an app.
package struct RouterFault: Error, Equatable, Sendable {
  /// A sentence without a capital or a full stop.
  package let message: String

  fileprivate static func sameName(_ both: String, _ identifier: String) -> RouterFault {
    RouterFault(message: "\(both) would both be '\(identifier)': expected different names")
  }

  fileprivate static func noRoutes(_ app: String, _ snapshot: ServiceSnapshot) -> RouterFault {
    let named = snapshot.apps.indices.filter { app in
      snapshot.sites.contains { $0.definition.routes.contains { $0.opens(app) } }
    }
    let names = named.map { snapshot.apps[$0].key }
    let expected =
      names.isEmpty ? "a route with 'app'" : "one of \(names.joined(separator: ", "))"
    return RouterFault(message: "no route names the app '\(app)': expected \(expected)")
  }
}

private struct SiteReader {
  let snapshot: ServiceSnapshot
  let site: Int
  let app: Int

  var definition: SiteDefinition { snapshot.sites[site].definition }

  /// The paths that the site answers by itself.
  var closedPaths: [String] {
    ["/", "/apple-app-site-association", "/favicon.ico", "/robots.txt"].filter { path in
      switch place(path) {
      case .root, .document, .siteFile: true
      default: false
      }
    }
  }

  /// The configured links of whose addresses a route takes one as well, in one case and with one query
  /// or another.
  var namesBeforeRoutes: [String] {
    guard let links = snapshot.shortLinks[site], links.sharesItsPrefix else { return [] }
    let paths = definition.routes.map { route in
      let component = Component(
        path: route.component.path, caseSensitive: false,
        percentEncoded: route.component.percentEncoded)
      return RoutingRule(component: component, apps: [], opensApps: false)
    }
    let table = try? RoutingTable(
      rules: paths, substitutionVariables: definition.substitutionVariables)
    return links.all.map(\.slug).filter { slug in
      ["", "+", ".qr", "/+"].contains { suffix in
        let path = Array(PercentCoding.encodeUnsafe("/\(slug)\(suffix)".utf8).utf8)[...]
        let nothing: ArraySlice<UInt8> = []
        return table?.match(path: path.span, query: nothing.span, fragment: nothing.span) != nil
      }
    }
  }

  /// The templates of a route of which usual values lead to it; all of its templates if none is known
  /// to do so.
  func templates(ofRoute position: Int) -> [String] {
    let component = definition.routes[position].component
    let templates = AddressTemplate.all(
      component, substitutionVariables: definition.substitutionVariables)
    let usual = templates.filter { template in
      ["42", "x", "some-words", "A"].contains { value in
        let address = AddressTemplate.filled(template, component.captureNames, with: value)
        return if case .page(position, _) = place(address) { true } else { false }
      }
    }
    return usual.isEmpty ? templates : usual
  }

  private func place(_ address: String) -> Place? {
    guard let url = WebURL("https://\(definition.routerHost)\(address)"),
      case .found(let place) = OwnURL(site: site, url: url)
        .placeInApp(in: snapshot, known: ConfiguredLinksOnly())
    else { return nil }
    return place
  }
}

extension SiteDefinition {
  /// The main host; one that a wildcard covers when the site has no other.
  fileprivate var routerHost: String {
    primaryHost ?? hosts.first.map { "www.\($0.name)" } ?? ""
  }
}

extension RouteDefinition {
  /// Whether the route's URLs reach an app, by themselves or by a banner.
  fileprivate func opens(_ app: Int) -> Bool { component.exclude != true && apps.contains(app) }
}

extension Component {
  /// The pattern in one line of printable characters.
  fileprivate var inOneLine: String {
    var text = path ?? "*"
    switch query {
    case .string(let pattern): text += "?" + pattern
    case .items(let items):
      text += "?" + items.map { "\($0.name)=\($0.pattern)" }.joined(separator: "&")
    case nil: break
    }
    if let fragment { text += "#" + fragment }
    return text.onOneLine
  }
}
