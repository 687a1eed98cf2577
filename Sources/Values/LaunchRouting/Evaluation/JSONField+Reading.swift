import JSONSyntax
import Platforms

extension JSONField {
  /// Reads one of a fixed set of words.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Word? {
    guard let text = string() else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let hint = nearestName(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    report("'\(text)' is unknown: expected one of \(words.joined(separator: ", "))" + hint)
    return nil
  }

  /// Reads an iOS version.
  func version() -> SystemVersion? {
    guard let text = string() else { return nil }
    guard let version = SystemVersion(text) else {
      report("'\(text)' is not a version: expected one such as 17.0")
      return nil
    }
    return version
  }
}
