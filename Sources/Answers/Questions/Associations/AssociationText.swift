package import AppAssociation
import Cryptography

/// The text of an association file, taken out of its signature.
package struct AssociationText: Sendable {
  /// The file as answers call it: a path, or the field of a call.
  package let name: String
  /// The JSON text.
  package let text: [UInt8]
  private let isSigned: Bool

  /// The bytes of a file: JSON, or a DER message, which begins with the tag of a sequence.
  package init(_ name: String, bytes: [UInt8]) {
    let content = bytes.first == Self.sequence ? SignedMessage.uncheckedContent(of: bytes) : nil
    self.name = name
    text = content ?? bytes
    isSigned = content != nil
  }

  /// A file in a JSON string, where a signed one stands in base64: no JSON text begins with the
  /// letter that a DER message begins with there.
  package init(_ name: String, string: String) {
    let bytes = string.hasPrefix("M") ? Self.message(inBase64: string) : nil
    self.init(name, bytes: bytes ?? Array(string.utf8))
  }

  /// Line breaks are skipped, since many tools write them; the padding may be missing.
  private static func message(inBase64 text: String) -> [UInt8]? {
    Base64.unpadded.decode(text.filter { !$0.isNewline && $0 != "=" })
  }

  private static let sequence: UInt8 = 0x30

  package func decoded(
    kind: AssociationFile.Kind?
  ) throws(UnreadableAssociation) -> AssociationFile {
    do throws(AssociationFileError) {
      return try AssociationFile(decoding: text, kind: kind ?? namedKind, isSigned: isSigned)
    } catch {
      if let unreadable = unreadableMessage { throw unreadable }
      let kind = error.kind ?? kind ?? namedKind ?? .apple
      throw UnreadableAssociation(source: self, kind: kind, finding: Finding(error))
    }
  }

  /// All findings in the file.
  package func checked(kind: AssociationFile.Kind?) -> CheckedAssociation {
    AssociationLinter.check(text, kind: kind ?? namedKind, isSigned: isSigned)
  }

  /// The platform of the only file that has this name.
  private var namedKind: AssociationFile.Kind? {
    guard case .association(let kind) = ValidatedKind.named(name) else { return nil }
    return kind
  }

  /// For bytes that begin like a signed message and are neither one nor text. A JSON text may begin
  /// with the same byte, the digit 0.
  var unreadableMessage: UnreadableAssociation? {
    guard !isSigned, text.first == Self.sequence, text.contains(where: { $0 >= 0x80 || $0 < 0x09 })
    else { return nil }
    return UnreadableAssociation(source: self, kind: .apple, finding: Self.notAMessage)
  }

  private static let notAMessage = Finding(
    code: "signed-unreadable", severity: .error,
    message: "the file begins like a signed CMS message, but none can be read",
    help: "serve the JSON itself: nothing since iOS 9 needs the signature")
}

/// The reason why a file cannot be evaluated or compared.
package struct UnreadableAssociation: Error, Sendable {
  package let source: AssociationText
  let kind: AssociationFile.Kind
  package let finding: Finding
}
