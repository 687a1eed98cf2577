import AppAssociation
import JSONSyntax

/// A document of a host other than the association files of Apple and Android.
public enum HostDocument: String, CaseIterable, Sendable {
  /// `/.well-known/webauthn`: origins that share the host's passkeys (WebAuthn Level 3, 5.11).
  case webAuthn = "webauthn"
  /// `/.well-known/passkey-endpoints`: where people make and manage passkeys (W3C draft).
  case passkeyEndpoints = "passkey-endpoints"
  /// `/.well-known/applinking.json`: the apps of HarmonyOS (Huawei, "Using App Linking").
  case appLinking = "applinking"

  /// The last part of its path on a host.
  public var fileName: String { self == .appLinking ? "applinking.json" : rawValue }

  /// The one rule of such a document.
  var rule: Rule<Spot, Report> {
    switch self {
    case .webAuthn: Self.webAuthnOrigins
    case .passkeyEndpoints: Self.passkeyAddresses
    case .appLinking: Self.appLinkingApps
    }
  }

  /// All findings in a text, in its order.
  ///
  /// - Parameter bytes: the text; any content results in a list of findings.
  public func findings(in bytes: [UInt8]) -> [Finding] {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      return [Finding(AssociationFileError(error, in: bytes))]
    }
    guard document.root.object != nil else {
      return [
        Finding(
          code: "root-type", severity: .error,
          message: "found \(document.root.value.kindName): expected an object, as \(fileName) is")
      ]
    }
    var report = Report(document)
    report.run([rule], on: Spot(document.root, path: ""))
    return report.sorted
  }
}
