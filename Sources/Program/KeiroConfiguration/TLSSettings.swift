package import TLS

package struct TLSSettings: Equatable, Sendable {
  /// The certificates from files, in order of preference.
  package var certificates: [CertificateFiles] = []
  package var minimum = TLSVersion.tls12
  /// The absolute path of the authorities that must have issued client certificates on management
  /// listeners; nil to require none.
  package var clientAuthorities: String?
  package var redirectsPlain = false
  /// How long browsers must insist on TLS; nil if they are not asked to.
  package var strictTransport: StrictTransportSettings?
  package var acme: ACMESettings?
}

/// The contents of the field `Strict-Transport-Security` (RFC 6797, section 6.1).
package struct StrictTransportSettings: Equatable, Sendable {
  /// The lifetime in seconds; 0 makes browsers forget the host.
  package var maxAge: Int
  package var includeSubDomains = false
  package var preload = false

  package var value: String {
    "max-age=\(maxAge)" + (includeSubDomains ? "; includeSubDomains" : "")
      + (preload ? "; preload" : "")
  }
}

/// A certificate and its key, each as the absolute path of a file.
package struct CertificateFiles: Hashable, Sendable {
  /// The path of the certificate, followed by those of the intermediate authorities.
  package var chain: String
  package var key: String
}

/// How certificates are ordered from an authority (RFC 8555).
package struct ACMESettings: Equatable, Sendable {
  package static let publicDirectory = "https://acme-v02.api.letsencrypt.org/directory"

  package var directory = publicDirectory
  /// The contact address for the authority; nil for none.
  package var email: String?
  /// The host names, each with a certificate of its own.
  package var hosts: [String]
  /// The absolute path of the folder for keys and certificates.
  package var storage: String
}
