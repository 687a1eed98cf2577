/// What `Accept-Encoding` allows (RFC 9110, section 12.5.3).
enum AcceptEncoding {
  /// Whether gzip is allowed and wanted at least as much as no coding at all.
  static func prefersGzip(_ values: [ArraySlice<UInt8>]) -> Bool {
    var gzip: Int?
    var identity: Int?
    var others: Int?
    for value in values {
      for element in value.split(separator: UInt8(ascii: ",")) {
        let (coding, weight) = parse(element)
        switch coding {
        case "gzip", "x-gzip": gzip = weight
        case "identity": identity = weight
        case "*": others = weight
        default: break
        }
      }
    }
    let wanted = gzip ?? others ?? 0
    return wanted > 0 && wanted >= identity ?? 0
  }

  /// The coding in lower case and its weight in thousandths.
  private static func parse(_ element: ArraySlice<UInt8>) -> (coding: String, weight: Int) {
    let parts = element.split(separator: UInt8(ascii: ";")).map { part in
      String(decoding: part.filter { !HTTPSyntax.isSpace($0) }, as: UTF8.self).lowercased()
    }
    let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
    return (parts.first ?? "", quality.map(weight) ?? 1000)
  }

  /// `0.5` as 500; what is no weight counts as refusal.
  private static func weight(_ text: Substring) -> Int {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.flatMap({ Int($0) }), (0...1).contains(whole)
    else { return 0 }
    let digits = parts.count == 2 ? Array(parts[1].utf8.prefix(3)) : []
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    let scales = [100, 10, 1]
    let fraction = zip(digits, scales).reduce(0) { $0 + Int($1.0 - 0x30) * $1.1 }
    return min(whole * 1000 + fraction, 1000)
  }
}
