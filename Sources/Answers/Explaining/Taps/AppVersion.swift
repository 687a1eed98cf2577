/// The version of an app: numbers with dots between them, compared number by number.
package struct AppVersion: Equatable, Comparable, Sendable {
  private let numbers: [Int]

  /// Nil unless the text is one to four numbers of at most ten digits with dots between them.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...10).contains(part.utf8.count),
        part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  /// Missing numbers count as zero.
  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let (one, other) = (left.number(index), right.number(index))
      if one != other { return one < other }
    }
    return false
  }

  package static func == (left: AppVersion, right: AppVersion) -> Bool {
    !(left < right) && !(right < left)
  }

  private func number(_ index: Int) -> Int {
    numbers.indices.contains(index) ? numbers[index] : 0
  }
}

extension AppVersion: CustomStringConvertible {
  package var description: String { numbers.map(String.init).joined(separator: ".") }
}
