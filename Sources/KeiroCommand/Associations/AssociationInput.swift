import AppAssociation
import Cryptography

/// An association file of anyone, taken out of its signature.
struct AssociationInput {
  /// The JSON text, taken out of its signature where there is one.
  let text: [UInt8]
  let isSigned: Bool

  /// A DER message begins with the tag of a sequence, which no JSON text does.
  init(_ bytes: [UInt8]) {
    let content = bytes.first == 0x30 ? SignedMessage.uncheckedContent(of: bytes) : nil
    text = content ?? bytes
    isSigned = content != nil
  }

  /// Whether the bytes begin like a signed message but are none, nor text.
  var isUnreadableMessage: Bool {
    !isSigned && text.first == 0x30 && text.contains { $0 >= 0x80 || $0 < 0x09 }
  }

  /// The file as values; what is no association file at all is told in lines.
  func decoded(kind: AssociationFile.Kind?) throws(AssociationFileError) -> AssociationFile {
    try AssociationFile(decoding: text, kind: kind, isSigned: isSigned)
  }
}

extension AssociationFileError {
  /// One line, as compilers write them.
  func line(file: String) -> String {
    let place = [line, column].compactMap(\.self).map { ":\($0)" }.joined()
    return "\(file)\(place): error: \(message) [\(code)]"
  }
}

extension AssociationKind {
  var fileKind: AssociationFile.Kind {
    switch self {
    case .apple: .apple
    case .android: .android
    }
  }
}
