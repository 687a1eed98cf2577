import Links

/// A link that is built field by field as long as every field is good at first sight.
struct PlainRow {
  private let row = UnpackedLink(ShortLink(host: "", slug: "", url: ""))
  /// Values with the indices of their names in `Campaign.names`.
  private var campaign: [(index: Int, value: String)] = []

  init(query: ShortLink.QueryMode) {
    row.fields.link.query = query
  }

  var key: LinkKey {
    get { row.fields.link.key }
    set { (row.fields.link.host, row.fields.link.slug) = (newValue.host, newValue.slug) }
  }

  /// Sets a field; false when the text needs a closer look.
  mutating func set(_ type: FieldType, _ kind: LinkColumn.Kind, _ text: String) -> Bool {
    switch type {
    case .host(let path), .slug(let path): row[path] = text
    case .destination(let path):
      guard LinkDestination.isPlain(text) else { return false }
      row[path] = text
    case .url(let path, _):
      guard LinkDestination.isPlain(text) else { return false }
      row[path] = text
    case .text(let path, let limit):
      guard Self.isPlain(text, limit) else { return false }
      row[path] = text
    case .word(let path, let word):
      guard word.admits(text) else { return false }
      row[path] = text
    case .int(let path, let range):
      guard let number = Int(text), range.contains(number) else { return false }
      row[path] = number
    case .flag(let path):
      guard let flag = Self.flag(text) else { return false }
      row[path] = flag
    case .time(let path):
      guard let time = Self.time(text, kind) else { return false }
      row[path] = time
    case .choice(let choice):
      guard kind == .number else { return choice.set(row, .word(text)) }
      guard let number = Int(text) else { return false }
      return choice.set(row, .number(number))
    case .tags(let path):
      guard let tags = Self.tags(text, kind) else { return false }
      row[path] = tags
    case .campaign(_, let index):
      guard Self.isPlain(text, FieldType.wordBytes) else { return false }
      campaign.append((index, text))
    case .password, .extra, .rules: return false
    }
    return true
  }

  mutating func add(extra name: String, _ text: String) -> Bool {
    guard Self.isPlain(text, FieldType.textBytes), !name.holdsControlCharacter else { return false }
    row.fields.rare.extra.append(ShortLink.Extra(name: name, value: text))
    return true
  }

  /// The link with all its fields: columns may be in any order, but some fields have a fixed one.
  mutating func finished() -> ShortLink {
    if row.fields.rare.extra.count > 1 { row.fields.rare.extra.sort { $0.name < $1.name } }
    campaign.sort { $0.index < $1.index }
    row.fields.rare.campaign.items = campaign.map { (ShortLink.Campaign.names[$0.index], $0.value) }
    return row.packed
  }

  // MARK: - Values

  private static func tags(_ text: String, _ kind: LinkColumn.Kind) -> [String]? {
    if kind == .foreignList {
      let words = LinkTree.words(in: text)
      return words.count <= FieldType.tagCount
        && words.allSatisfy { isPlain($0, FieldType.tagBytes) } ? words : nil
    }
    let tags = CSVText.texts(inList: text)
    guard tags.count <= FieldType.tagCount, Set(tags).count == tags.count,
      tags.allSatisfy({ !$0.isEmpty && isPlain($0, FieldType.tagBytes) })
    else { return nil }
    return tags
  }

  private static func flag(_ text: String) -> Bool? {
    switch text {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  private static func time(_ text: String, _ kind: LinkColumn.Kind) -> Timestamp? {
    let time =
      if case .foreignTime(let zone) = kind { Timestamp(foreign: text, zone: zone) } else {
        Timestamp(text)
      }
    // Years have four digits until 9999.
    guard let time, (0...253_402_300_799).contains(time.secondsSinceEpoch) else { return nil }
    return time
  }

  private static func isPlain(_ text: String, _ limit: Int) -> Bool {
    text.utf8.count <= limit && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
