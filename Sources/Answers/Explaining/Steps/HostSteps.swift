import JSONSyntax
import SiteModel
import WebSyntax

/// Explains which site serves a host.
struct HostSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    let position = facts.site.definition.hosts.firstIndex { $0.matches(facts.url.host) }
    let hostPath = position.map { ".hosts[\($0)]" } ?? ".alternateHost"
    record.step(
      .host,
      Sentence(
        "'\(facts.url.host)' is served by \(facts.sitePath)",
        "「\(facts.url.host)」は \(facts.sitePath) のホストです"), [facts.sitePath + hostPath])
  }
}

/// Explains a host that no site serves.
struct ForeignHostSteps {
  let url: WebURL
  /// The hosts of all sites.
  let hosts: [String]

  /// Ends the tap when the tapped address itself has a foreign host.
  func refuse(_ record: inout TapRecord) -> TapCourse {
    let fault =
      url.userInfo == nil
      ? Sentence(
        "'\(url.host)' is not a host of any site", "「\(url.host)」はどのサイトのホストでもありません")
      : Sentence("the address contains a user name", "アドレスにユーザー名があります")
    let expected = hosts.joined(separator: ", ")
    record.step(
      .host,
      Sentence(
        "\(fault.english): expected one of \(expected)", "\(fault.japanese)（サイトのホスト：\(expected)）"),
      ["sites[].hosts"], .warning)
    return .stays(
      .site,
      Sentence(
        "no site of the configuration serves '\(url.host)'",
        "「\(url.host)」のサイトは設定にありません"),
      Sentence("another server answers", "ほかのサーバーが応答します"))
  }

  /// Ends the tap when a redirect leads to a foreign host.
  func lead(_ record: inout TapRecord) -> TapCourse {
    if let store {
      record.step(
        .store, Sentence("\(store.english) takes over", "\(store.japanese) に移ります"))
      return .stays(
        .store,
        Sentence("the short link leads to \(store.english)", "短縮リンクは \(store.japanese) に案内します"),
        Sentence("\(store.english) shows the app", "\(store.japanese) にアプリが表示されます"))
    }
    record.step(
      .host,
      Sentence(
        "'\(url.host)' is not a host of any site: what happens there is unknown",
        "「\(url.host)」はどのサイトのホストでもないため、その先はわかりません"))
    return .stays(
      .site, Sentence("the redirect leads to another site", "ほかのサイトにリダイレクトします"),
      Sentence("'\(url)' is shown", "「\(url)」が表示されます"))
  }

  private var store: Sentence? {
    switch url.host.lowercased() {
    case "apps.apple.com", "itunes.apple.com":
      Sentence("the App Store", "App Store")
    case "play.google.com": Sentence("the Play Store", "Google Play")
    default: nil
    }
  }
}
