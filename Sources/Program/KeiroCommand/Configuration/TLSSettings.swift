package import TLS

/// How listeners speak TLS.
package struct TLSSettings: Equatable, Sendable {
  package var certificates: [CertificateFiles] = []
  package var minimum = TLSVersion.tls12
  /// The absolute path of the authorities that the clients of the management listeners need a
  /// certificate of; nil for none.
  package var clientAuthorities: String?
  /// Whether requests without TLS are redirected to the same address with it.
  package var redirectsPlain = false
  /// How long browsers are to come back with TLS alone; nil where they are not told.
  package var strictTransport: StrictTransportSettings?
  /// Nil where no certificates are ordered.
  package var acme: ACMESettings?

  package init() {}
}

/// What browsers are told by `Strict-Transport-Security` (RFC 6797, section 6.1).
package struct StrictTransportSettings: Equatable, Sendable {
  /// Seconds; 0 has browsers forget what they were told.
  package var maxAge: Int
  package var includeSubDomains = false
  /// Whether browsers may bring the host along from their makers.
  package var preload = false

  package init(maxAge: Int) {
    self.maxAge = maxAge
  }

  /// The value of the field.
  package var value: String {
    "max-age=\(maxAge)" + (includeSubDomains ? "; includeSubDomains" : "")
      + (preload ? "; preload" : "")
  }
}

/// A certificate and its key, as absolute paths of files.
package struct CertificateFiles: Hashable, Sendable {
  package var chain: String
  package var key: String
}

/// Certificates that are ordered from an authority (RFC 8555).
package struct ACMESettings: Equatable, Sendable {
  package static let publicDirectory = "https://acme-v02.api.letsencrypt.org/directory"

  /// The URL of the authority's directory.
  package var directory = publicDirectory
  /// Whom the authority may write to; nil for nobody.
  package var email: String?
  /// The names, each of which gets a certificate of its own.
  package var hosts: [String]
  /// The absolute path of the folder for keys and certificates.
  package var storage: String
}
