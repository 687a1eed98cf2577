import JSONSyntax
import Links
import WebSyntax

/// What a column of a file means for the links of its rows.
enum ColumnMeaning {
  case column(LinkColumn)
  /// A column stored with the link under its own name.
  case unknown(String)
  /// A column without a name, whose values are of no use; by its number from 1.
  case unnamed(Int)
  /// A repeated column, of which the first counts.
  case ignored

  var isUnknown: Bool { if case .unknown = self { true } else { false } }
  var column: LinkColumn? { if case .column(let column) = self { column } else { nil } }

  /// The names of columns by their fields, so that problems use the names that a person sees.
  static func names(of meanings: [ColumnMeaning]) -> [String: String] {
    var names: [String: String] = [:]
    for column in meanings.compactMap(\.column) where names[column.path] == nil {
      names[column.path] = column.name
    }
    return names
  }
}

/// Gives the columns of a file their meaning, by its source and by what the caller says of them.
struct ColumnReader {
  let columns: LinkColumns
  private let source: ImportSource
  private let reading: ImportReading
  private let needsHost: Bool
  /// The meanings of members in a file of objects, by name.
  private var members: [String: ColumnMeaning] = [:]

  /// The number of member names cached, since a file could have new ones in every row.
  private static let memberLimit = 4096

  /// - Parameter needsHost: whether slugs alone do not say where their links are.
  init(_ source: ImportSource, _ reading: ImportReading, needsHost: Bool) {
    columns = LinkColumns(source.columns)
    self.source = source
    self.reading = reading
    self.needsHost = needsHost
  }

  /// The names for columns that have none in the file.
  func positions(count: Int) throws(ImportFault) -> [String] {
    let isMapped = reading.mapping.contains { Int($0.column) != nil }
    guard isMapped || !source.positions.isEmpty && count <= source.positions.count else {
      throw ImportFault(FileFault.namesNoColumns)
    }
    return (0..<count).map { index in
      isMapped || index >= source.positions.count ? "\(index + 1)" : source.positions[index]
    }
  }

  /// - Returns: the meanings of the columns, and the names that appear more than once.
  func meanings(
    _ names: [String]
  ) throws(ImportFault) -> (meanings: [ColumnMeaning], repeated: [String]) {
    try checkMapping(names)
    var (seen, repeated): (Set<String>, [String]) = ([], [])
    let meanings = names.enumerated().map { index, name -> ColumnMeaning in
      let meaning = meaning(of: name, number: index + 1)
      let identity =
        switch meaning {
        case .column(let column): column.kind == .ignored ? "ignored." + name : column.path
        case .unknown: "extra." + name
        case .unnamed(let number): "unnamed.\(number)"
        case .ignored: "ignored." + name
        }
      if seen.insert(identity).inserted { return meaning }
      repeated.append(name)
      return .ignored
    }
    let hasHost = !needsHost || seen.contains("host")
    let hasKey = seen.contains(LinkColumns.shortURL) || seen.contains("slug") && hasHost
    guard hasKey, meanings.compactMap(\.column).contains(where: \.mayLead) else {
      let wanted = columns.columns.filter { $0.kind != .ignored && (!hasKey || $0.mayLead) }
      throw ImportFault(FileFault.namesNoLink(expected: wanted.prefix(3).map(\.name)))
    }
    return (meanings, repeated)
  }

  /// The members that the caller says something of, and that no object of the file has.
  var missingMembers: [String] {
    // Of too many, some were read and not noted.
    guard !members.isEmpty, members.count < Self.memberLimit else { return [] }
    let names = Set(members.keys.flatMap { [$0, LinkColumns.plain($0)] })
    return reading.mapping.map(\.column).filter { column in
      names.isDisjoint(with: [column, LinkColumns.plain(column)])
    }
  }

  /// The meaning of a member in a file of objects.
  mutating func meaning(ofMember name: String) -> ColumnMeaning {
    if let known = members[name] { return known }
    let meaning = meaning(of: name)
    if members.count < Self.memberLimit { members[name] = meaning }
    return meaning
  }

  /// - Parameter number: the number of a column of a table, from 1.
  private func meaning(of name: String, number: Int? = nil) -> ColumnMeaning {
    if let mapped = mapped(name, number: number) { return .column(mapped) }
    if let number, name.trimmed.isEmpty { return .unnamed(number) }
    // A column that the caller mapped to a field takes precedence over any other.
    guard let column = columns.column(named: name),
      !reading.mapping.contains(where: { $0.path == column.path })
    else { return .unknown(name) }
    return .column(column)
  }

  private func mapped(_ name: String, number: Int?) -> LinkColumn? {
    let plain = LinkColumns.plain(name)
    let mapping = reading.mapping.first { mapping in
      mapping.column == name || LinkColumns.plain(mapping.column) == plain && !plain.isEmpty
    }
    let numbered = number.flatMap { number in
      reading.mapping.first { Int($0.column) == number }
    }
    var kinds = [LinkColumns.clicks: LinkColumn.Kind.clicks, LinkColumns.ignored: .ignored]
    // What a service counted is used up of its limit, and what may be an end closes the link.
    if source.isForeign { kinds.merge(["expires": .end, "maxClicks": .clickLimit]) { $1 } }
    return (mapping ?? numbered).map {
      LinkColumn(
        name.isEmpty ? $0.column : name, holds: $0.path, as: kinds[$0.path],
        isForeign: source.isForeign)
    }
  }

  /// - Throws: when the caller says something of a column that is not there.
  private func checkMapping(_ names: [String]) throws(ImportFault) {
    for mapping in reading.mapping {
      let isThere =
        Int(mapping.column).map { (1...names.count).contains($0) } ?? false
        || names.contains { LinkColumns.plain($0) == LinkColumns.plain(mapping.column) }
      guard isThere else {
        let known = names.prefix(20).map { $0.prefix(100) }.joined(separator: ", ")
        throw ImportFault(
          Sentence(
            english:
              "there is no column '\(mapping.column.prefix(100))': expected one of \(known)"))
      }
    }
  }
}
