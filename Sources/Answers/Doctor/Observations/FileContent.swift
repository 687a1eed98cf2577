import AppAssociation
import JSONSyntax
import Questions
import WebSyntax

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
  /// Something in the place of the file, with its description and the way to the file.
  case foreign(String, help: String)
  /// JSON, judging by its beginning, or a signed message.
  case document

  fileprivate init(_ body: [UInt8]) {
    if let mark = Self.marks.first(where: { body.starts(with: $0.bytes) }) {
      self = .encoded(mark.name)
      return
    }
    // A UTF-8 byte order mark is a fault of the JSON text, which the linter reports.
    let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
    if let foreign = Self.foreign(text) {
      self = foreign
      return
    }
    switch text.first(where: { $0 > 0x20 }) {
    case nil: self = .empty
    case UInt8(ascii: "<"): self = Self.hasLeadingText(body) ? .document : .page
    // The digit 0 is the tag of a signed message, and comments begin with a slash.
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "0"), UInt8(ascii: "/"):
      self = .document
    default: self = Self.hasLeadingText(body) ? .document : .otherText
    }
  }

  /// Whether a JSON document follows other text, such as a warning, which the linter reports.
  private static func hasLeadingText(_ body: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(parsing: body)
      return false
    } catch {
      return error.reason == .leadingText
    }
  }

  private static func foreign(_ text: ArraySlice<UInt8>) -> FileContent? {
    let beginning = text.drop { $0 <= 0x20 }
    if beginning.starts(with: "version https://git-lfs.".utf8) {
      return .foreign(
        "a pointer of Git LFS, not the file itself",
        help: "fetch the files before the deployment (git lfs pull), or take this one out of LFS")
    }
    if beginning.starts(with: "<?php".utf8) || beginning.starts(with: "<?=".utf8) {
      return .foreign(
        "the source of a PHP script, which the server does not run",
        help: "store the JSON itself at the path, or let the server run the script there")
    }
    guard let first = beginning.first, !"{[0/<\"".utf8.contains(first) else { return nil }
    if isBase64(beginning) {
      return .foreign("Base64, not the JSON itself", help: "decode it: base64 -d")
    }
    let isText = String(validUTF8: text) != nil
    guard !isText || text.contains(where: { $0 < 0x09 }) else { return nil }
    return .foreign(
      "binary data without a Content-Encoding, such as a file compressed with brotli",
      help: "serve the uncompressed file, or let the web server compress it and declare it")
  }

  /// Whether the text is the Base64 of an object or an array.
  private static func isBase64(_ text: ArraySlice<UInt8>) -> Bool {
    let begins = ["ey", "ew", "W3", "Ww", "WwO", "Cls", "Cns"].contains {
      text.starts(with: $0.utf8)
    }
    return begins && text.count >= 12
      && text.prefix(4096).allSatisfy { ASCII.isAlphanumeric($0) || "+/=-_\r\n".utf8.contains($0) }
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

  func decoded(kind: AssociationFile.Kind) throws(UnreadableAssociation) -> AssociationFile {
    try AssociationText(url, bytes: body).decoded(kind: kind)
  }

  /// Returns whether the answer is an association file of that kind rather than other JSON.
  func isAssociation(_ kind: AssociationFile.Kind) -> Bool {
    content == .document && holdsAssociation(kind)
  }

  /// Returns whether the body is such a file, whatever the status.
  func holdsAssociation(_ kind: AssociationFile.Kind) -> Bool {
    guard !body.isEmpty, let file = try? decoded(kind: kind) else { return false }
    switch file {
    case .apple(let association):
      return association.applinks != nil || !association.services.isEmpty
    case .android(let links): return !links.statements.isEmpty
    }
  }
}
