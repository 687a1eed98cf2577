/// A text whose sentences are in a file within the program: on each line a key, the English sentence and
/// the Japanese one, separated by ` | `. Lines that begin with `#` are remarks, and `&NoBreak;` stands for
/// U+2060. A test compares the keys of the file with the cases.
package protocol TableWord: Wording, CaseIterable, Hashable, RawRepresentable<String> {
  /// The sentences by their keys, read once.
  static var texts: [Self: (english: String, japanese: String)] { get }
}

extension TableWord {
  package var english: String { Self.texts[self]?.english ?? rawValue }
  package var japanese: String { Self.texts[self]?.japanese ?? rawValue }

  /// Reads such a file.
  package static func read(
    _ file: UnsafePointer<UInt8>, count: UInt
  ) -> [Self: (english: String, japanese: String)] {
    let text = String(
      decoding: UnsafeBufferPointer(start: file, count: Int(count)), as: UTF8.self)
    var texts: [Self: (english: String, japanese: String)] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " | ").map { part in
        String(part).replacing("&NoBreak;", with: "\u{2060}")
      }
      guard parts.count == 3, let word = Self(rawValue: parts[0]) else { continue }
      texts[word] = (parts[1], parts[2])
    }
    return texts
  }
}
