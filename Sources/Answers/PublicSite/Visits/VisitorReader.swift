import HTTPCore
import Links
import LinkStorage
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
  /// A language in the forms for rules and for statistics.
  struct Language {
    var tag = ""
    var counted = CountedLanguage.unknown
  }

  private let sources: VisitorSources
  private let clients: ClientReader
  private let languages = RecentTexts(count: 256, longest: 256, empty: Language())

  init(_ sources: VisitorSources, clients: ClientReader) {
    self.sources = sources
    self.clients = clients
  }

  func language(of request: HTTPRequest) -> Language {
    guard let field = request.first("Accept-Language") else { return Language() }
    return language(field.span)
  }

  @inline(__always)
  func language(_ field: Span<UInt8>) -> Language {
    languages.value(of: field) { field in
      let tag = AcceptedLanguage.preferred(field)
      return Language(tag: tag, counted: CountedLanguage(tag))
    }
  }

  func traits(of request: HTTPRequest, from peer: HTTPPeer) -> VisitorTraits {
    VisitorTraits(
      language: language(of: request).tag, country: country(of: request, from: peer),
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
    traits.country = CountedCountry(country(of: request, from: peer))
  }

  private func country(of request: HTTPRequest, from peer: HTTPPeer) -> String {
    guard let lookUp = sources.country,
      let address = clients.client(of: request, from: peer).address
    else { return "" }
    return lookUp(address)
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
