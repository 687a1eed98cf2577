import Outgoing

/// The requests that examine a host.
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

  func head(_ path: String, as agent: String) -> OutgoingInspection {
    inspection("HEAD", url(path), as: agent)
  }

  /// The request without TLS.
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
