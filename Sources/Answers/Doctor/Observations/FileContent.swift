import AppAssociation
import Questions

/// What came in the place of an association file.
package enum FileContent: Equatable, Sendable {
  /// There is no answer with 200 that came to its end.
  case none
  case empty
  /// It begins as HTML does.
  case page
  /// Text that is neither JSON nor HTML, such as `Not found`.
  case otherText
  /// In an encoding or a packing that no `Content-Encoding` tells of; what people call it.
  case encoded(String)
  /// JSON, as far as its beginning tells, or a signed message.
  case document

  /// By the first bytes.
  fileprivate init(_ body: [UInt8]) {
    if let mark = Self.marks.first(where: { body.starts(with: $0.bytes) }) {
      self = .encoded(mark.name)
      return
    }
    // A byte order mark of UTF-8 is a fault of the JSON text, which the linter knows.
    let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
    switch text.first(where: { $0 > 0x20 }) {
    case nil: self = .empty
    case UInt8(ascii: "<"): self = .page
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "0"), UInt8(ascii: "/"):
      self = .document
    default: self = .otherText
    }
  }

  /// The digit 0 is the tag of a signed message, and comments begin with a slash.
  private static let marks: [(bytes: [UInt8], name: String)] = [
    ([0x1F, 0x8B], "compressed by gzip, and no Content-Encoding says so"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd, and no Content-Encoding says so"),
    ([0xFF, 0xFE], "UTF-16 (little-endian)"), ([0xFE, 0xFF], "UTF-16 (big-endian)"),
    ([0x7B, 0x00], "UTF-16 (little-endian)"), ([0x5B, 0x00], "UTF-16 (little-endian)"),
    ([0x00, 0x7B], "UTF-16 (big-endian)"), ([0x00, 0x5B], "UTF-16 (big-endian)"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
  ]
}

extension Observed {
  package var content: FileContent { isDocument ? FileContent(body) : .none }

  /// Whether the answer is an association file of that kind, and no other JSON.
  func isAssociation(_ kind: AssociationFile.Kind) -> Bool {
    guard content == .document,
      let file = try? AssociationText(url, bytes: body).decoded(kind: kind)
    else { return false }
    switch file {
    case .apple(let association):
      return association.applinks != nil || !association.services.isEmpty
    case .android(let links): return !links.statements.isEmpty
    }
  }
}
