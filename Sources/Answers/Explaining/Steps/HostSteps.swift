import SiteModel
import WebSyntax

/// The host of a site.
struct HostSteps {
  let facts: TapFacts

  func tell(_ record: inout TapRecord) {
    let position = facts.site.definition.hosts.firstIndex { $0.matches(facts.url.host) }
    let place = position.map { ".hosts[\($0)]" } ?? ".alternateHost"
    record.step(
      "host", "'\(facts.url.host)' is served by \(facts.sitePath)", [facts.sitePath + place])
  }
}

/// A host that no site serves.
struct ForeignHostSteps {
  let url: WebURL
  /// The hosts of all sites.
  let hosts: [String]

  /// The host of the address that was tapped.
  func refuse(_ record: inout TapRecord) -> TapCourse {
    let fault =
      url.userInfo == nil
      ? "'\(url.host)' is not a host of any site" : "the address holds a user name"
    let expected = hosts.joined(separator: ", ")
    record.step("host", "\(fault): expected one of \(expected)", ["sites[].hosts"], .warning)
    return .stays(
      .site, "no site of the configuration serves '\(url.host)'", "another server answers")
  }

  /// The host of an address that a redirect leads to.
  func lead(_ record: inout TapRecord) -> TapCourse {
    if let store {
      record.step("store", "\(store) takes over")
      return .stays(.store, "the short link leads to \(store)", "\(store) shows the app")
    }
    record.step(
      "host", "'\(url.host)' is not a host of any site: what follows there is unknown")
    return .stays(.site, "the redirect leads to another site", "'\(url)' is shown")
  }

  private var store: String? {
    switch url.host.lowercased() {
    case "apps.apple.com", "itunes.apple.com": "the App Store"
    case "play.google.com": "the Play Store"
    default: nil
    }
  }
}
