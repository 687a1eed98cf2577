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

    /// The title shown in reports.
    package var title: String {
      switch self {
      case .dns: "Name"
      case .tls: "Certificate and encryption"
      case .http: "Web server"
      case .aasa: "apple-app-site-association"
      case .appleCDN: "Apple's CDN"
      case .assetlinks: "assetlinks.json"
      case .google: "Google's API"
      case .documents: "Other documents"
      case .apps: "Apps"
      case .links: "Links"
      case .security: "Security"
      }
    }
  }

  /// The group under which reports list the check.
  package var group: Group {
    switch self {
    case .dns, .dnsAddresses, .dnsRecords, .dnsSignatures, .dnsAuthority, .international: .dns
    case .tlsChain, .tlsExpiry, .tlsVersion, .tlsKey, .tlsAddresses, .tlsUsage, .hsts: .tls
    case .httpRedirect, .otherName: .http
    case .aasaStatus, .aasaRedirect, .aasaContentType, .aasaSize, .aasaTime, .aasaAgents,
      .aasaAddresses, .aasaHead, .aasaCompression, .aasaValid, .aasaMatchesConfig, .aasaRoot:
      .aasa
    case .appleCDN, .appleCDNMatches: .appleCDN
    case .assetlinksStatus, .assetlinksRedirect, .assetlinksContentType, .assetlinksTime,
      .assetlinksAgents, .assetlinksAddresses, .assetlinksValid, .assetlinksMatchesConfig,
      .assetlinksInclude, .assetlinksRobots:
      .assetlinks
    case .googleAPI, .googleAPIMatches: .google
    case .webAuthn, .passkeyEndpoints, .changePassword, .appLinking: .documents
    case .environment, .expectedApps, .expectedPackages, .entitlements: .apps
    case .shortLink, .unknownLink, .ownPaths: .links
    case .managementHidden: .security
    }
  }
}
