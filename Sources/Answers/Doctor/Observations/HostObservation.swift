package import AppAssociation
package import Cryptography
package import WebSyntax

/// Everything that was seen of a host.
package struct HostObservation: Equatable, Sendable {
  /// Where the addresses come from.
  package enum Lookup: Equatable, Sendable {
    case found([IPAddress])
    /// By hand.
    case given([IPAddress])
    /// The system's words.
    case failed(String)
  }

  /// In lower case.
  package var host: String
  package var port: Int
  /// As reports call it: with the port where that was asked for.
  package var name: String
  package var lookup: Lookup
  /// Addresses that were left out because there are too many.
  package var unaskedAddresses = 0
  package var addresses: [AddressObservation] = []
  /// How the name stands with name servers; nil when that was not asked.
  package var records: NameRecords?
  /// Who may issue certificates for the name; nil when that was not asked.
  package var authorities: AuthorityRecords?

  /// The following were asked of one address that answers; nil for what was not asked.
  package var appleHead: Observed?
  package var appleUncompressed: Observed?
  package var appleAgents: [AgentObservation] = []
  package var androidAgents: [AgentObservation] = []
  package var appleRoot: Observed?
  /// Paths at which files are put by mistake; empty where the right one has a file.
  package var appleStrays: [Observed] = []
  package var androidStrays: [Observed] = []
  /// A handshake that offers nothing newer than TLS 1.1.
  package var oldTLS: Observed?
  /// The start page at port 80.
  package var plain: Observed?
  /// Apple's file of the name with or without `www.`.
  package var otherName: OtherName?
  /// The other documents that the host should have.
  package var documents: [HostDocument: Observed] = [:]
  package var changePassword: Observed?
  /// A file below `/.well-known/` that no server has.
  package var missingDocument: Observed?
  package var shortLinks: [AgentObservation] = []
  package var unknownLink: Observed?
  package var resolve: Observed?
  package var managementPaths: [Observed] = []
  package var appleCDN: Observed?
  package var googleAPI: Observed?

  package init(host: String, port: Int = 443, lookup: Lookup) {
    self.host = host
    self.port = port
    name = host
    self.lookup = lookup
  }

  /// The name with `www.` in front, or without it.
  package enum OtherName: Equatable, Sendable {
    /// What that name answers when it is asked for the file.
    case answered(String, Observed)
    /// It has no address; the system's words.
    case absent(String, String)
    /// Where it is was not asked.
    case unplaced(String)
  }
}

/// Who asks for the files, as they call themselves.
package enum FetcherAgent {
  package static let apple = "AASA-Bot/1.0.0"
  package static let google = "GoogleAssociationService"
}

/// What one address of a host answers.
package struct AddressObservation: Equatable, Sendable {
  package var address: IPAddress
  /// Apple's file, as its CDN asks.
  package var apple: Observed
  /// Google's file, as its service asks.
  package var android: Observed
  /// What was wrong with the certificate; both answers were then had without trusting it.
  package var distrust: Distrust?
  /// The server's own first; empty when TLS came to nothing.
  package var certificates: [CertificateFacts]

  /// Why a certificate is not trusted.
  package struct Distrust: Equatable, Sendable {
    /// As in `X509_V_ERR_…` of OpenSSL; 0 for a wrong name.
    package let code: Int
    /// In the words of the library.
    package let message: String

    package init(code: Int, message: String) {
      self.code = code
      self.message = message
    }
  }

  package init(
    address: IPAddress, apple: Observed, android: Observed, distrust: Distrust? = nil,
    certificates: [CertificateFacts] = []
  ) {
    self.address = address
    self.apple = apple
    self.android = android
    self.distrust = distrust
    self.certificates = certificates
  }

  /// Whether anything but the network answered.
  var isReached: Bool {
    switch apple.failure {
    case .refused, .noRoute, .privateAddress: false
    case .timeout: apple.status != nil || !certificates.isEmpty
    default: true
    }
  }
}

/// A request in somebody's name.
package struct AgentObservation: Equatable, Sendable {
  /// As evidence calls it, such as `a browser`.
  package var agent: String
  package var answer: Observed

  package init(_ agent: String, _ answer: Observed) {
    self.agent = agent
    self.answer = answer
  }
}

/// What name servers say of a name besides its addresses.
package enum NameRecords: Equatable, Sendable {
  /// The names that it is an alias of; seconds for which its records are kept, nil for none; and
  /// whether a name server has found its signatures right.
  case found(aliases: [String], lifetime: Int?, isAuthentic: Bool)
  /// The signatures of the name are wrong (DNSSEC).
  case forged
  /// The name servers did not answer; why.
  case unknown(String)
}

/// The CAA records that count for a name (RFC 8659).
package enum AuthorityRecords: Equatable, Sendable {
  /// The values of `issue`, such as `letsencrypt.org`, and where they stand; empty values allow
  /// nobody.
  case records([String], at: String)
  case none
  /// The name servers did not answer; why.
  case unknown(String)
}
