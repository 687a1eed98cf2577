import AppAssociation
import Questions

/// The kind of content received for an association file.
package enum FileContent: Equatable, Sendable {
  /// There is no complete answer with status 200.
  case none
  case empty
  /// The content begins like HTML.
  case page
  /// Text that is neither JSON nor HTML, such as `Not found`.
  case otherText
  /// An encoding or compression that no `Content-Encoding` declares, with its description.
  case encoded(String)
  /// JSON, judging by its beginning, or a signed message.
  case document

  /// Determines the kind by the first bytes.
  fileprivate init(_ body: [UInt8]) {
    if let mark = Self.marks.first(where: { body.starts(with: $0.bytes) }) {
      self = .encoded(mark.name)
      return
    }
    // A UTF-8 byte order mark is a fault of the JSON text, which the linter reports.
    let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
    switch text.first(where: { $0 > 0x20 }) {
    case nil: self = .empty
    case UInt8(ascii: "<"): self = .page
    // The digit 0 is the tag of a signed message, and comments begin with a slash.
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "0"), UInt8(ascii: "/"):
      self = .document
    default: self = .otherText
    }
  }

  /// The first bytes of encoded or compressed content, with descriptions.
  private static let marks: [(bytes: [UInt8], name: String)] = [
    ([0x1F, 0x8B], "compressed with gzip without a Content-Encoding"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd without a Content-Encoding"),
    ([0xFF, 0xFE], "UTF-16 (little-endian)"), ([0xFE, 0xFF], "UTF-16 (big-endian)"),
    ([0x7B, 0x00], "UTF-16 (little-endian)"), ([0x5B, 0x00], "UTF-16 (little-endian)"),
    ([0x00, 0x7B], "UTF-16 (big-endian)"), ([0x00, 0x5B], "UTF-16 (big-endian)"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
  ]
}

extension Observed {
  /// The kind of body, if it was served as a document; `none` for any other answer.
  package var content: FileContent { isDocument ? FileContent(body) : .none }

  /// Returns whether the answer is an association file of that kind rather than other JSON.
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
