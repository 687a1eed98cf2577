package import AppAssociation

/// What a host should be like.
package struct HostExpectation: Equatable, Sendable {
  /// What is known of a file.
  package enum File: Equatable, Sendable {
    /// These bytes are served.
    case bytes([UInt8])
    case absent
    /// There is no configuration that says.
    case unknown
  }

  package var apple = File.unknown
  package var android = File.unknown
  /// The other documents that are served.
  package var documents: [HostDocument: [UInt8]] = [:]
  /// Where `/.well-known/change-password` leads; nil where it does not.
  package var changePassword: String?
  /// Identifiers of apps of other environments, which no document may name, with what they belong
  /// to, as in `app 'beta' of staging`; nil without a configuration.
  package var foreign: [String: String]?
  /// Application identifiers that Apple's file has to name.
  package var apps: [String] = []
  package var packages: [Package] = []
  package var entitlements: Entitlements?
  /// Whether the Keiro of the configuration ends TLS itself; a web server before it does otherwise.
  package var endsTLS = false
  /// Whether the world cannot see the host, so that Apple and Google cannot either.
  package var isPrivate = false

  /// An app that `assetlinks.json` has to name.
  package struct Package: Equatable, Sendable {
    package let name: String
    /// 32 bytes each as upper-case hexadecimal with colons.
    package let fingerprints: [String]

    package init(name: String, fingerprints: [String]) {
      self.name = name
      self.fingerprints = fingerprints
    }
  }

  package init() {}
}
