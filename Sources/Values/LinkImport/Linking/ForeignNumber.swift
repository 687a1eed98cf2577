import WebSyntax

/// Numbers as exports write them.
enum ForeignNumber {
  /// Reads `1234`, also with separators between groups of three digits; nil for anything else.
  static func whole(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let marks: Set<Character> = [",", ".", "'", "\u{2019}", " ", "\u{A0}", "\u{202F}", "_"]
    let groups = text.split(omittingEmptySubsequences: false) { marks.contains($0) }
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.utf8.count),
      groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }),
      Set(text.filter { marks.contains($0) }).count == 1
    else { return nil }
    return DecimalDigits.number(groups.joined().utf8)
  }
}
