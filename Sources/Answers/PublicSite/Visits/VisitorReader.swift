import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
package import WebSyntax

/// The sources, besides requests, that distinguish visitors.
package struct VisitorSources: Sendable {
  /// Returns the country code of an address; empty when unknown.
  package typealias CountryLookUp = @Sendable (IPAddress) -> String

  let country: CountryLookUp?
  let draw: @Sendable () -> Int

  /// - Parameters:
  ///   - country: nil without a country database.
  ///   - draw: returns a number from 0 to 99 for each visit to a link with rules.
  package init(
    country: CountryLookUp? = nil, draw: @escaping @Sendable () -> Int = { .random(in: 0..<100) }
  ) {
    self.country = country
    self.draw = draw
  }
}

/// Reads the traits from requests that rules and statistics use, for one worker. No address is
/// stored.
final class VisitorReader {
  /// A language in the forms for rules, statistics and pages.
  struct Preference {
    var tag = ""
    var counted = CountedLanguage.unknown
    /// Nil for a language in which pages have no words.
    var spoken: Language?
  }

  private let sources: VisitorSources
  private let clients: ClientReader
  private let languages = RecentTexts(count: 256, longest: 256, empty: Preference())

  init(_ sources: VisitorSources, clients: ClientReader) {
    self.sources = sources
    self.clients = clients
  }

  func language(of request: HTTPRequest) -> Preference {
    guard let field = request.first("Accept-Language") else { return Preference() }
    return language(field.span)
  }

  @inline(__always)
  func language(_ field: Span<UInt8>) -> Preference {
    languages.value(of: field) { field in
      let tag = AcceptedLanguage.preferred(field)
      return Preference(
        tag: tag, counted: CountedLanguage(tag), spoken: PageLanguage.spoken(tag))
    }
  }

  func traits(of visit: PublicVisit) -> VisitorTraits {
    VisitorTraits(
      language: language(of: visit.request).tag, country: country(of: visit.client),
      draw: sources.draw())
  }

  func counted(_ request: HTTPRequest, from peer: HTTPPeer) -> ClickSums.Traits {
    var traits = ClickSums.Traits()
    traits.language = language(of: request).counted
    addCountry(of: request, from: peer, to: &traits)
    return traits
  }

  /// Adds the country to traits that already have the language.
  @inline(__always)
  func addCountry(
    of request: HTTPRequest, from peer: HTTPPeer, to traits: inout ClickSums.Traits
  ) {
    guard sources.country != nil else { return }
    traits.country = CountedCountry(country(of: clients.client(of: request, from: peer).address))
  }

  private func country(of client: IPAddress?) -> String {
    guard let lookUp = sources.country, let client else { return "" }
    return lookUp(client)
  }
}

/// A visit that a rule decided, for the counter.
final class FollowedRule: Sendable {
  let link: ServedLink
  let rule: Int

  init(_ link: ServedLink, rule: Int) {
    self.link = link
    self.rule = rule
  }
}

/// An app that was opened for the first time with a link, for the counter.
final class FirstOpening: Sendable {
  let link: ServedLink
  let way: ClaimWay

  init(_ link: ServedLink, by way: ClaimWay) {
    self.link = link
    self.way = way
  }
}

/// Finds the host that a request names, for one worker.
final class HostReader {
  struct Host {
    /// The number of the site; negative for a host without one.
    var site = -1
    /// The number of the host; negative for a wildcard's.
    var number = -1
  }

  private let snapshot: ServiceSnapshot
  private let proxies: TrustedProxies
  /// The recently requested hosts, as written in requests.
  private let hosts = RecentTexts(count: 64, longest: 128, empty: Host())

  init(_ snapshot: ServiceSnapshot, _ proxies: TrustedProxies) {
    self.snapshot = snapshot
    self.proxies = proxies
  }

  @inline(__always)
  func host(_ written: Span<UInt8>) -> Host { hosts.value(of: written, reading: read) }

  private func read(_ written: Span<UInt8>) -> Host {
    let name = HTTPHost.name(of: written.withUnsafeBufferPointer(Array.init)[...])
    return Host(
      site: snapshot.site(named: name) ?? -1,
      number: snapshot.hostNumber(String(decoding: name, as: UTF8.self)) ?? -1)
  }

  /// The name of the host: from a trusted proxy's field, or else from the client's.
  func name(in request: HTTPRequest, from peer: HTTPPeer) -> ArraySlice<UInt8> {
    if let forwarded = proxies.forwardedHost(of: request, from: peer) {
      return HTTPHost.name(of: Array(forwarded.utf8)[...])
    }
    return HTTPHost.name(of: request.authority.map(request.bytes) ?? [])
  }
}
