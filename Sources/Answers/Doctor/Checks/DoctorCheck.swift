import CDocuments

/// A check of a host. The names are stable, because documents, metrics and events contain them.
package enum DoctorCheck: String, CaseIterable, Sendable {
  case dns
  case dnsAddresses = "dns-addresses"
  case dnsRecords = "dns-records"
  case dnsSignatures = "dns-signatures"
  case dnsAuthority = "dns-caa"
  case international = "idn"
  case tlsChain = "tls-chain"
  case tlsExpiry = "tls-expiry"
  case tlsVersion = "tls-version"
  case tlsKey = "tls-key"
  case tlsAddresses = "tls-addresses"
  case tlsUsage = "tls-usage"
  case hsts
  case httpRedirect = "http-redirect"
  case otherName = "www"
  case aasaStatus = "aasa-status"
  case aasaRedirect = "aasa-redirect"
  case aasaContentType = "aasa-content-type"
  case aasaSize = "aasa-size"
  case aasaTime = "aasa-time"
  case aasaAgents = "aasa-agents"
  case aasaAddresses = "aasa-addresses"
  case aasaHead = "aasa-head"
  case aasaCompression = "aasa-compression"
  case aasaValid = "aasa-valid"
  case aasaMatchesConfig = "aasa-matches-config"
  case aasaRoot = "aasa-root"
  case appleCDN = "apple-cdn"
  case appleCDNMatches = "apple-cdn-matches"
  case assetlinksStatus = "assetlinks-status"
  case assetlinksRedirect = "assetlinks-redirect"
  case assetlinksContentType = "assetlinks-content-type"
  case assetlinksTime = "assetlinks-time"
  case assetlinksAgents = "assetlinks-agents"
  case assetlinksAddresses = "assetlinks-addresses"
  case assetlinksValid = "assetlinks-valid"
  case assetlinksMatchesConfig = "assetlinks-matches-config"
  case assetlinksInclude = "assetlinks-include"
  case assetlinksRobots = "assetlinks-robots"
  case googleAPI = "google-api"
  case googleAPIMatches = "google-api-matches"
  case webAuthn = "webauthn"
  case passkeyEndpoints = "passkey-endpoints"
  case changePassword = "change-password"
  case appLinking = "applinking"
  case environment
  case expectedApps = "expected-apps"
  case expectedPackages = "expected-packages"
  case entitlements
  case shortLink = "short-link"
  case unknownLink = "unknown-link"
  case ownPaths = "keiro-paths"
  case managementHidden = "management-hidden"

  /// The section of a check in reports.
  package enum Group: String, CaseIterable, Sendable {
    case dns, tls, http, aasa
    case appleCDN = "apple-cdn"
    case assetlinks, google, documents, apps, links, security

    package var title: String { CheckPage.all.titles[self] ?? rawValue }
  }

  package var group: Group { page.group }

  package var page: CheckPage {
    CheckPage.all.pages[self] ?? CheckPage(group: .dns, subject: rawValue, remedy: "")
  }
}

/// What a check looks at, and how to fix what it finds, as `checks.txt` says.
package struct CheckPage: Sendable {
  let group: DoctorCheck.Group
  /// The subject of the check, and the conditions under which it fails or warns.
  package let subject: String
  /// The way to fix the problem, with `HOST` for the name of the host.
  package let remedy: String

  /// The pages of all checks, and the titles of their groups.
  fileprivate static let all = {
    var (pages, titles) = ([DoctorCheck: CheckPage](), [DoctorCheck.Group: String]())
    var group = DoctorCheck.Group.dns
    let file = UnsafeBufferPointer(start: keiro_checks.bytes, count: Int(keiro_checks.count))
    for line in file.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let parts = String(decoding: line, as: UTF8.self).split(separator: " | ").map(String.init)
      if parts.count == 2, let next = DoctorCheck.Group(rawValue: parts[0]) {
        group = next
        titles[group] = parts[1]
      } else if parts.count == 3, let check = DoctorCheck(rawValue: parts[0]) {
        pages[check] = CheckPage(group: group, subject: parts[1], remedy: parts[2])
      }
    }
    return (pages: pages, titles: titles)
  }()
}

enum Remedies {
  /// The proxy location of nginx. `^~` takes precedence over locations by pattern, such as one that
  /// hides every path with a dot.
  static let pass =
    "location ^~ /.well-known/ { proxy_pass http://127.0.0.1:8080; proxy_set_header Host $host; }"
}
