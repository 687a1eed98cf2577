import JSONSyntax
import Links

/// The fields of a link as rows of a list, under their names in configuration and API.
enum LinkFields {
  /// The number of tags on a page, since a stored link may have any number.
  private static let tagLimit = 20

  /// The meaningful fields, in the order in which links are printed: without empty fields, disabled
  /// switches, and fields that only imports use.
  static func list(_ link: ShortLink) -> [(name: String, value: String)] {
    link.members(password: .hidden).filter { $0.name != "extra" }.flatMap { member in
      rows(member.name, member.value)
    }
  }

  private static func rows(_ name: String, _ value: JSONOutput) -> [(String, String)] {
    switch value {
    case .null, .bool(false): return []
    case .bool(true): return [(name, "true")]
    case .int(let number): return [(name, String(number))]
    case .string(let text): return text.isEmpty ? [] : [(name, text)]
    case .array(let elements):
      let texts = elements.prefix(tagLimit).flatMap { rows(name, $0).map(\.1) }
      let rest = elements.count > tagLimit ? ["…"] : []
      return texts.isEmpty ? [] : [(name, (texts + rest).joined(separator: ", "))]
    case .object(let members):
      return members.flatMap { rows("\(name).\($0.name)", $0.value) }
    }
  }
}
