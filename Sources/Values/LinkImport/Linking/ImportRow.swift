package import JSONSyntax
package import Links

package struct ImportRow: Equatable, Sendable {
  /// The line on which it begins, from 1.
  package let line: Int
  /// Its number among the rows that begin on that line, from 2; nil for the first.
  package var rowOfLine: Int?
  /// The short URL or slug as written in the file; nil when it could not be determined.
  package let name: String?
  package var link: ShortLink?
  /// The link's password when the file has it in clear text: still to be hashed.
  package internal(set) var password: String?
  /// The counts that a store takes over when it creates the link; nil for none.
  package var carried: CarriedCounts?
  /// The reasons that it is rejected, or what could not be carried over.
  package internal(set) var reasons: [Sentence] = []
  /// What of its link is written otherwise than in the file, or works otherwise here.
  package var remarks: [Sentence] = []
  /// What is odd about its link, of which nothing is lost.
  package var warnings: [Sentence] = []
  /// False for a good link, and for the heading of a table.
  package internal(set) var isRejected = false
  /// Whether the row invalidates the whole file, which cannot be decoded.
  package internal(set) var rejectsFile = false
}

extension ImportRow {
  package init(line: Int, name: String?, rejectedFor reasons: [Sentence]) {
    self.init(line: line, name: name, reasons: reasons, isRejected: true)
  }

  init(line: Int, name: String?, rejectedFor fault: some Wording) {
    self.init(line: line, name: name, rejectedFor: [Sentence(fault)])
  }

  /// The row of a file that cannot be read.
  init(_ fault: TextDecoder.Fault) {
    self.init(
      line: fault.line, name: nil, reasons: [fault.sentence], isRejected: true, rejectsFile: true)
  }

  package var problems: [String] { (reasons + remarks).map(\.english) }
}

/// Reads the link of a row and, separately, the password that is still to be hashed: hashing is
/// slow on purpose, so it is skipped for links that already have that password.
struct ImportedLinkReader {
  private let reader: LinkReader
  private let slot = Slot()

  init(takesPasswords: Bool) {
    let slot = slot
    reader = LinkReader(setter: .importing) { field in
      guard takesPasswords, field.node.string != nil else { return LinkReader.exportedHash(field) }
      slot.password = PasswordHasher.clearText(field)
      return nil
    }
  }

  func link(_ field: JSONField) -> (ShortLink?, password: String?) {
    slot.password = nil
    let link = reader.link(field)
    return (link, slot.password)
  }

  /// The password that the reader found; used by one import only.
  private final class Slot {
    var password: String?
  }
}
