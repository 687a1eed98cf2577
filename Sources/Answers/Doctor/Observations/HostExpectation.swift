import AppAssociation
package import AssociationValidation

package struct HostExpectation: Equatable, Sendable {
  package enum File: Equatable, Sendable {
    /// Exactly these bytes.
    case bytes([UInt8])
    case absent
    /// No configuration specifies the content.
    case unknown
  }

  package var apple = File.unknown
  package var android = File.unknown
  package var documents: [HostDocument: [UInt8]] = [:]
  /// The target of `/.well-known/change-password`; nil when it has none.
  package var changePassword: String?
  /// The identifiers of other environments' apps, which no document may name, with descriptions as
  /// in `app 'beta' of staging`; nil without a configuration.
  package var foreign: [String: String]?
  /// The application identifiers that Apple's file has to name.
  package var apps: [String] = []
  /// The Android apps that `assetlinks.json` has to name.
  package var packages: [Package] = []
  /// The entitlements of an app that has to name this host; nil when none were given.
  package var entitlements: Entitlements?
  /// Whether the configured Keiro terminates TLS itself rather than a web server before it.
  package var endsTLS = false
  /// Whether the host is not publicly reachable, so that Apple and Google cannot see it either.
  package var isPrivate = false

  /// An app that `assetlinks.json` has to name.
  package struct Package: Equatable, Sendable {
    package let name: String
    /// The fingerprints, each 32 bytes as upper-case hexadecimal with colons.
    package let fingerprints: [String]

    package init(name: String, fingerprints: [String]) {
      self.name = name
      self.fingerprints = fingerprints
    }
  }

  package init() {}
}
