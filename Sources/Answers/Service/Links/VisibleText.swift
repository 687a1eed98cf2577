import WebSyntax

/// Untrusted text for display.
///
/// HTML's own characters are the lesser danger: a control character breaks the page, a
/// bidirectional override shows an address backwards, and an endless text makes an endless page.
package enum VisibleText {
  /// The scalars of a title, enough for any headline.
  package static let titleLimit = 160
  /// The scalars of a description below a headline.
  package static let descriptionLimit = 400
  /// The scalars of an address, enough to recognise any.
  package static let addressLimit = 600

  /// The text in one line, truncated to a number of Unicode scalars and not yet escaped; nil when
  /// none of it is visible.
  package static func line(_ text: String?, limit: Int) -> String? {
    guard let text else { return nil }
    var line = ""
    var count = 0
    for character in text {
      // A letter may have any number of combining marks, so letters do not measure length.
      count += character.unicodeScalars.count
      guard count <= limit else {
        line += "…"
        break
      }
      for scalar in character.unicodeScalars where !isHidden(scalar) {
        line.unicodeScalars.append(isSpace(scalar) ? " " : scalar)
      }
    }
    while line.last == " " { line.removeLast() }
    let start = line.firstIndex { $0 != " " } ?? line.endIndex
    return start == line.endIndex ? nil : String(line[start...])
  }

  /// The text in one line, truncated and escaped; a dash when none of it is visible.
  package static func html(_ text: String?, limit: Int) -> String {
    HTMLText.escape(line(text, limit: limit) ?? "–")
  }

  /// Whether a scalar is a line end or tab of any kind (Unicode, White_Space).
  package static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a scalar is a control, a bidirectional formatting character (UAX 9, section 2), or a
  /// noncharacter, which HTML does not allow.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x85: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    case 0xFDD0...0xFDEF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }
}
