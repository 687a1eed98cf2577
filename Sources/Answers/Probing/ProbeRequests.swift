import Doctor
import Outgoing
import WebSyntax

struct ProbeRequests {
  let target: ProbeTarget
  let settings: ProbeSettings

  /// Eight times what the systems read.
  private static let bodyLimit = 1 << 20

  func get(_ path: String, as agent: String) -> OutgoingInspection {
    var inspection = inspection("GET", url(path), as: agent)
    inspection.unpacks = true
    return inspection
  }

  /// The request for an association file by the service that fetches it.
  func get(_ file: ProbedFile) -> OutgoingInspection { get(file.path, as: file.fetcher) }

  /// The request for a list that Google's file includes; nil for a URL that systems do not read.
  func list(_ address: String) -> OutgoingInspection? {
    guard let url = WebURL(address), url.scheme == "https", url.userInfo == nil else { return nil }
    var inspection = inspection("GET", address, as: ProbedFile.android.fetcher)
    inspection.unpacks = true
    return inspection
  }

  func head(_ path: String, as agent: String) -> OutgoingInspection {
    inspection("HEAD", url(path), as: agent)
  }

  var plain: OutgoingInspection {
    inspection("GET", "http://\(target.host)/", as: ProbeAgent.browser)
  }

  /// The request that succeeds only with a version of TLS that clients no longer use.
  var oldTLS: OutgoingInspection {
    var inspection = head("/", as: ProbeAgent.doctor)
    inspection.speaksOldTLSOnly = true
    inspection.acceptsAnyCertificate = true
    return inspection
  }

  /// The request for what Apple serves to devices; nil for a host that it cannot know.
  var appleCDN: OutgoingInspection? {
    guard isVisible || settings.appleCDN != nil else { return nil }
    let base = settings.appleCDN ?? "https://app-site-association.cdn-apple.com"
    return inspection("GET", join(base, "/a/v1") + "/\(target.host)", as: ProbeAgent.doctor)
  }

  /// The request for what Google has read; nil for a host that it cannot know.
  var googleAPI: OutgoingInspection? {
    guard isVisible || settings.googleAPI != nil else { return nil }
    let base = settings.googleAPI ?? "https://digitalassetlinks.googleapis.com"
    return inspection(
      "GET",
      join(base, "/v1/statements:list") + "?source.web.site=https://\(target.host)"
        + "&relation=delegate_permission/common.handle_all_urls", as: ProbeAgent.doctor)
  }

  /// Whether the services of Apple and Google can reach the host.
  private var isVisible: Bool { !settings.isPrivate && target.port == 443 }

  /// The base address followed by the path, unless it already ends with it.
  private func join(_ base: String, _ path: String) -> String {
    var base = base[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    return base.hasSuffix(path) ? String(base) : base + path
  }

  private func url(_ path: String) -> String {
    "https://\(target.host)" + (target.port == 443 ? "" : ":\(target.port)") + path
  }

  private func inspection(
    _ method: String, _ url: String, as agent: String
  ) -> OutgoingInspection {
    var request = OutgoingRequest(method, url)
    request.fields = [("User-Agent", agent), ("Accept", "*/*")]
    request.bodyLimit = Self.bodyLimit
    request.timeout = settings.timeout
    var inspection = OutgoingInspection(request)
    inspection.connectTimeout = settings.connectTimeout
    return inspection
  }
}

enum ProbePath {
  static let appleRoot = "/apple-app-site-association"
  static let changePassword = "/.well-known/change-password"
  /// W3C, A Well-Known URL for Changing Passwords, section 4.
  static let missing =
    "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
  static let appleStrays = [
    "/.well-known/apple-app-site-association.json", "/apple-app-site-association.json",
    "/well-known/apple-app-site-association", "/.well-known/apple-app-site-assocation",
    "/.well-known/apple-app-site-associations", "/.well-known/apple-app-site-association.txt",
    "/.well-known/apple-app-site-associaton", "/.well-known/apple-site-app-association",
    "/.well-known/apple-app-association", "/.well-known/apple_app_site_association",
    "/.well-known/apple-app-site-asociation", "/.well-known/Apple-App-Site-Association",
    "/.well-known/apple-app-site-association.html", "/.wellknown/apple-app-site-association",
    "/.well_known/apple-app-site-association",
  ]
  static let androidStrays = [
    "/assetlinks.json", "/.well-known/assetlinks", "/well-known/assetlinks.json",
    "/.well-known/assetLinks.json", "/.well-known/assetslinks.json",
    "/.well-known/assetlink.json", "/.well-known/asset-links.json",
    "/.well-known/asset_links.json", "/.well-known/assetlinks.json.json",
    "/.well-known/assetlinks.json.txt", "/.well-known/AssetLinks.json",
    "/.well-known/digital-asset-links.json", "/.wellknown/assetlinks.json",
    "/.well_known/assetlinks.json",
  ]
  static let robots = "/robots.txt"
}

/// The `User-Agent` values of those who would ask.
enum ProbeAgent {
  static let robot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
  static let phone = "swcd (unknown version) CFNetwork/1128.0.1 Darwin/19.6.0"
  static let browser =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    + "Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
  static let android =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    + "Chrome/140.0.0.0 Mobile Safari/537.36"
  static let desktop =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    + "Safari/537.36"
  static let preview = "facebookexternalhit/1.1"
  static let doctor = "keiro-doctor"
}
