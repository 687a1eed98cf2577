import JSONSyntax
import Platforms
import SiteModel
import WebSyntax

/// Explains the address as it is sent.
enum AddressSteps {
  /// Returns a web address with the characters escaped that URLs do not allow; nil for any other
  /// address.
  static func sent(_ text: String, _ record: inout TapRecord) -> WebURL? {
    guard let encoded = try? SentURL(text, isStored: false).text, let sent = WebURL(encoded),
      URLScheme.isWeb(sent.scheme)
    else { return nil }
    guard encoded != text else { return sent }
    record.step(
      .address, "it is sent as '\(encoded)': rules compare the URL as it is encoded", ["R24"])
    return sent
  }
}

/// Explains which site serves a host.
struct HostSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    let position = facts.site.definition.hosts.firstIndex { $0.matches(facts.url.host) }
    let hostPath = position.map { ".hosts[\($0)]" } ?? ".alternateHost"
    record.step(
      .host, "'\(facts.url.host)' is served by \(facts.sitePath)", [facts.sitePath + hostPath])
  }
}

/// Explains a host that no site serves.
struct ForeignHostSteps {
  let url: WebURL
  let hosts: [String]

  /// Ends the tap when the tapped address itself has a foreign host.
  func refuse(_ record: inout TapRecord) -> TapCourse {
    let fault: Sentence =
      url.userInfo == nil
      ? "'\(url.host)' is not a host of any site" : "the address contains a user name"
    let expected = hosts.joined(separator: ", ")
    record.step(
      .host,
      Sentence(
        "\(fault.english): expected one of \(expected)",
        "\(fault.japanese)（サイトのホスト：\(expected)）"), ["sites[].hosts"], .warning)
    return .stays(
      .site, "no site of the configuration serves '\(url.host)'", "another server answers")
  }

  /// Ends the tap when a redirect leads to a foreign host.
  func lead(_ record: inout TapRecord) -> TapCourse {
    if let store {
      record.step(.store, Sentence("\(store.english) takes over", "\(store.japanese) に移ります"))
      return .stays(
        .store,
        "the short link leads to \(store)",
        Sentence("\(store.english) shows the app", "\(store.japanese) にアプリが表示されます"))
    }
    record.step(.host, "'\(url.host)' is not a host of any site: what happens there is unknown")
    return .stays(
      .site, "the redirect leads to another site", Sentence("'\(url)' is shown", "「\(url)」が表示されます"))
  }

  private var store: Sentence? {
    switch url.comparedHost {
    case "apps.apple.com", "itunes.apple.com":
      Sentence("the App Store", "App Store")
    case "play.google.com": Sentence("the Play Store", "Google Play")
    default: nil
    }
  }
}

/// Explains which query items the system strips from a link before the app or the server sees it.
struct TrackingSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    guard case .iOS(let version) = facts.context.system, version.has(.linkTrackingProtection),
      !taken.isEmpty
    else { return }
    let list = taken.map { "'\($0)'" }.joined(separator: ", ")
    record.note(
      "link tracking protection: \(taker) \(list) off links, so neither the app nor the server sees "
        + "them; Apple names no parameters, this list is from tests (\(Reference.tracking))")
  }

  /// The query items of the URL that are stripped.
  private var taken: [String] {
    let items = (facts.url.query ?? "").split(separator: "&")
    let names = Set(items.map { String($0.prefix { $0 != "=" }) })
    return LinkTrackingProtection.parameters.filter(names.contains)
  }

  private var taker: String {
    switch facts.source {
    case .messages: "Messages takes"
    case .mail: "Mail takes"
    default: "Messages, Mail and private windows of Safari take"
    }
  }
}
