import JSONSyntax
import Links
import Platforms
import SiteModel
import WebSyntax

/// Explains the address as it is sent, and a host that no site serves.
extension TapPremises {
  /// Returns a web address with the characters escaped that URLs do not allow; nil for any other
  /// address.
  func sent(_ text: String) -> WebURL? {
    guard let encoded = try? SentURL(text, isStored: false).text, let sent = WebURL(encoded),
      URLScheme.isWeb(sent.scheme)
    else { return nil }
    // The case of scheme and host means nothing to anybody.
    guard encoded.lowercased() != text.lowercased() else { return sent }
    record.step(
      .address, "it is sent as '\(encoded)': rules compare the URL as it is encoded", ["R24"])
    return sent
  }

  /// Ends the tap when the tapped address itself has a foreign host.
  func refuse(foreign url: WebURL) -> TapCourse {
    let fault: Sentence =
      url.userInfo == nil
      ? "'\(url.host)' is not a host of any site" : "the address contains a user name"
    let expected = snapshot.hostNames.joined(separator: ", ")
    record.step(
      .host,
      Sentence(
        "\(fault.english): expected one of \(expected)",
        "\(fault.japanese)（サイトのホスト：\(expected)）"), ["sites[].hosts"], .warning)
    guard url.userInfo == nil else {
      return .stays(
        .site, fault,
        Sentence("browsers ask '\(url.host)' without it", "ブラウザーはそれを除いて「\(url.host)」に接続します"))
    }
    return .stays(
      .site, "no site of the configuration serves '\(url.host)'", "another server answers")
  }

  /// Ends the tap when a redirect leads to a foreign host.
  func lead(toForeign url: WebURL) -> TapCourse {
    if let store = Self.store(url) {
      record.step(.store, Sentence("\(store.english) takes over", "\(store.japanese) に移ります"))
      return .stays(
        .store, "the short link leads to \(store)",
        Sentence("\(store.english) shows the app", "\(store.japanese) にアプリが表示されます"))
    }
    record.step(.host, "'\(url.host)' is not a host of any site: what happens there is unknown")
    return .stays(
      .site, "the redirect leads to another site", Sentence("'\(url)' is shown", "「\(url)」が表示されます"))
  }

  private static func store(_ url: WebURL) -> Sentence? {
    switch url.comparedHost {
    case "apps.apple.com", "itunes.apple.com": Sentence("the App Store", "App Store")
    case "play.google.com": Sentence("the Play Store", "Google Play")
    default: nil
    }
  }
}

extension TapFacts {
  func tellHost() {
    let position = site.definition.hosts.firstIndex { $0.matches(url.host) }
    let hostPath = position.map { ".hosts[\($0)]" } ?? ".alternateHost"
    record.step(.host, "'\(url.host)' is served by \(sitePath)", [sitePath + hostPath])
  }

  /// Explains which query items the system strips from a link before the app or the server sees it.
  func tellTracking() {
    guard case .iOS(let version) = context.system, version.has(.linkTrackingProtection),
      !taken.isEmpty
    else { return }
    let list = taken.map { "'\($0)'" }.joined(separator: ", ")
    record.note(
      "link tracking protection: \(taker) \(list) off links, so neither the app nor the server sees "
        + "them; Apple names no parameters, this list is from tests (\(Reference.tracking))")
  }

  /// The query items of the URL that are stripped.
  private var taken: [String] {
    let items = (url.query ?? "").split(separator: "&")
    let names = Set(items.map { String($0.prefix { $0 != "=" }) })
    return LinkTrackingProtection.parameters.filter(names.contains)
  }

  private var taker: String {
    switch source {
    case .messages: "Messages takes"
    case .mail: "Mail takes"
    default: "Messages, Mail and private windows of Safari take"
    }
  }
}
