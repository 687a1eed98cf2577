import AppAssociation
package import AssociationValidation
package import Cryptography
package import WebSyntax

package struct HostObservation: Equatable, Sendable {
  /// The origin of the addresses.
  package enum Lookup: Equatable, Sendable {
    case found([IPAddress])
    case given([IPAddress])
    /// The look-up failed with this message of the system.
    case failed(String)
  }

  /// The host name in lower case.
  package var host: String
  package var port: Int
  /// The name in reports, including the port when one was requested.
  package var name: String
  package var lookup: Lookup
  /// The number of addresses that were skipped because there are too many.
  package var unaskedAddresses = 0
  package var addresses: [AddressObservation] = []
  /// The DNS records of the name; nil when they were not requested.
  package var records: NameRecords?
  /// The certificate authorities allowed for the name; nil when they were not requested.
  package var authorities: AuthorityRecords?

  /// The following were requested from one responsive address; nil for those not requested.
  package var appleHead: Observed?
  /// Apple's file, requested without compression.
  package var appleUncompressed: Observed?
  package var apple = FileObservation()
  package var android = FileObservation()
  /// The lists that Google's file includes, directly or through others, in the order of their
  /// statements; at most ten.
  package var included: [Observed] = []
  /// The number of further lists, which systems do not read either.
  package var unreadIncludes = 0
  /// `robots.txt`, as Google's robot gets it.
  package var robots: Observed?
  /// Apple's file on the names without the wildcards of an app's entitlements.
  package var apexes: [String: Observed] = [:]
  /// The answer at the old path of Apple's file, at the root of the host.
  package var appleRoot: Observed?
  /// A handshake that offers nothing newer than TLS 1.1.
  package var oldTLS: Observed?
  /// The start page at port 80.
  package var plain: Observed?
  /// The other documents that the host should have.
  package var documents: [HostDocument: Observed] = [:]
  package var changePassword: Observed?
  /// The answer for a file below `/.well-known/` that no server has.
  package var missingDocument: Observed?
  /// A short link, requested by different user agents.
  package var shortLinks: [AgentObservation] = []
  package var unknownLink: Observed?
  /// The answer of the service for apps, `/_keiro/resolve`.
  package var resolve: Observed?
  /// The answers at paths of the management API, which must not be reachable here.
  package var managementPaths: [Observed] = []
  package var appleCDN: Observed?
  package var googleAPI: Observed?

  package init(host: String, port: Int = 443, lookup: Lookup) {
    self.host = host
    self.port = port
    name = host
    self.lookup = lookup
  }
}

/// What was requested of one of the two association files, beside the answer of each address.
package struct FileObservation: Equatable, Sendable {
  /// The file, requested by different user agents.
  package var agents: [AgentObservation] = []
  /// The file, requested again by the fetcher and the same agents; empty where all agreed.
  package var repeats: [Observed] = []
  /// The answers at paths where the file is often put by mistake; empty when the right path has it.
  package var strays: [Observed] = []
  /// Apple's file on the name with or without `www.`, and Google's if the host has none.
  package var otherName: OtherName?

  /// The host name with `www.` added or removed.
  package enum OtherName: Equatable, Sendable {
    /// The name, and its answer to a request for the file.
    case answered(String, Observed)
    /// The name, which has no address, and the system's message.
    case absent(String, String)
    /// The name, whose address was not given.
    case unplaced(String)
  }
}

/// One of the two association files, and how it is asked for.
package struct ProbedFile: Sendable {
  let kind: AssociationFile.Kind
  package let path: String
  /// The name of the service that fetches the file, as used in evidence.
  let asker: String
  /// The `User-Agent` of the service that fetches the file.
  package let fetcher: String
  package let answer: any WritableKeyPath<AddressObservation, Observed> & Sendable
  package let seen: any WritableKeyPath<HostObservation, FileObservation> & Sendable

  package static let apple = ProbedFile(
    kind: .apple, path: "/.well-known/apple-app-site-association", asker: "Apple's fetcher",
    fetcher: "AASA-Bot/1.0.0", answer: \.apple, seen: \.apple)
  package static let android = ProbedFile(
    kind: .android, path: "/.well-known/assetlinks.json", asker: "Google's service",
    fetcher: "GoogleAssociationService", answer: \.android, seen: \.android)
}

package struct AddressObservation: Equatable, Sendable {
  package var address: IPAddress
  /// Apple's file as requested by its CDN.
  package var apple: Observed
  /// Google's file as requested by its service.
  package var android: Observed
  /// The fault of the certificate; both answers were then requested without trusting it.
  package var distrust: Distrust?
  /// The certificate chain, the server's own certificate first; empty when TLS failed.
  package var certificates: [Certificate]

  package struct Distrust: Equatable, Sendable {
    /// The code, as in `X509_V_ERR_…` of OpenSSL; 0 for a wrong name.
    package let code: Int
    package let message: String

    package init(code: Int, message: String) {
      self.code = code
      self.message = message
    }
  }

  package init(
    address: IPAddress, apple: Observed, android: Observed, distrust: Distrust? = nil,
    certificates: [Certificate] = []
  ) {
    self.address = address
    self.apple = apple
    self.android = android
    self.distrust = distrust
    self.certificates = certificates
  }

  /// Whether something other than the network answered.
  var isReached: Bool {
    switch apple.failure {
    case .refused, .noRoute, .privateAddress: false
    case .timeout: apple.status != nil || !certificates.isEmpty
    default: true
    }
  }
}

package struct AgentObservation: Equatable, Sendable {
  /// The name of the agent in evidence, such as `a browser`.
  package var agent: String
  package var answer: Observed

  package init(_ agent: String, _ answer: Observed) {
    self.agent = agent
    self.answer = answer
  }
}

/// The DNS records of a name other than its addresses.
package enum NameRecords: Equatable, Sendable {
  /// The names that it is an alias of, the TTL of its records in seconds, nil for none, and whether
  /// a name server has verified its signatures.
  case found(aliases: [String], lifetime: Int?, isAuthentic: Bool)
  /// The signatures of the name are wrong (DNSSEC).
  case forged
  /// The reason why the name servers did not answer.
  case unknown(String)
}

/// The CAA records that apply to a name (RFC 8659).
package enum AuthorityRecords: Equatable, Sendable {
  /// The values of `issue`, such as `letsencrypt.org`, and the name that has them; empty values
  /// permit no authority.
  case records([String], at: String)
  case none
  /// The reason why the name servers did not answer.
  case unknown(String)
}
