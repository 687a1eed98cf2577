package import AppAssociation
package import AssociationValidation
import Cryptography

/// The text of an association file, extracted from its CMS signature if it has one.
package struct AssociationText: Sendable {
  /// The name of the file in answers: a path, or the field of an API call.
  package let name: String
  package let text: [UInt8]
  private let isSigned: Bool

  /// Reads the bytes of a file: JSON, or a DER message, which begins with the tag of a sequence.
  package init(_ name: String, bytes: [UInt8]) {
    let content = bytes.first == Self.sequence ? SignedMessage.uncheckedContent(of: bytes) : nil
    self.name = name
    text = content ?? bytes
    isSigned = content != nil
  }

  /// Reads a file given as a JSON string. A signed file is in base64 there and begins with `M`,
  /// which no JSON text does.
  package init(_ name: String, string: String) {
    let bytes = string.hasPrefix("M") ? Self.message(inBase64: string) : nil
    self.init(name, bytes: bytes ?? Array(string.utf8))
  }

  /// Skips line breaks, which many tools write; padding is optional.
  private static func message(inBase64 text: String) -> [UInt8]? {
    Base64.unpadded.decode(text.filter { !$0.isNewline && $0 != "=" })
  }

  private static let sequence: UInt8 = 0x30

  /// Decodes the file.
  ///
  /// - Parameter kind: the kind of the file; nil to tell it from the contents.
  /// - Throws: the finding that keeps the file from being decoded.
  package func decoded(
    kind: AssociationFile.Kind?
  ) throws(UnreadableAssociation) -> AssociationFile {
    do throws(AssociationFileError) {
      return try AssociationFile(decoding: text, kind: kind ?? namedKind, isSigned: isSigned)
    } catch {
      if let unreadable = unreadableMessage { throw unreadable }
      throw UnreadableAssociation(source: self, finding: Finding(error))
    }
  }

  package func checked(
    kind: AssociationFile.Kind?, repairs: AssociationLinter.Repairs = .proposed
  ) -> CheckedAssociation {
    AssociationLinter.check(text, kind: kind ?? namedKind, isSigned: isSigned, repairs: repairs)
  }

  /// The platform, when the name of the file alone determines it.
  private var namedKind: AssociationFile.Kind? {
    guard case .association(let kind) = ValidatedKind.named(name) else { return nil }
    return kind
  }

  /// The error for bytes that begin like a signed message but are neither one nor text; nil for
  /// others. A JSON text may begin with the same byte, the digit 0.
  var unreadableMessage: UnreadableAssociation? {
    guard !isSigned, text.first == Self.sequence, text.contains(where: { $0 >= 0x80 || $0 < 0x09 })
    else { return nil }
    return UnreadableAssociation(source: self, finding: Self.notAMessage)
  }

  private static let notAMessage = Finding(
    code: "signed-unreadable", severity: .error,
    message: "the file begins like a signed CMS message, but cannot be read as one",
    help: "serve the JSON itself: nothing since iOS 9 needs the signature")
}

/// The reason why a file cannot be evaluated or compared.
package struct UnreadableAssociation: Error, Sendable {
  package let source: AssociationText
  package let finding: Finding

  /// The position and what is wrong there.
  package var sentence: String {
    let places = zip(["line", "column"], [finding.line, finding.column]).compactMap {
      name, number in
      number.map { "\(name) \($0)" }
    }
    let position = places.isEmpty ? "" : places.joined(separator: ", ") + ": "
    return position + finding.message
  }
}
