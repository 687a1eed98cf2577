import AppAssociation
import Explaining
import JSONSyntax
import Platforms
import Questions
import WebSyntax

extension JSONField {
  /// An association file: the value itself, or its text as a string.
  func associationText(in body: [UInt8]) -> AssociationText? {
    if let text = node.string { return AssociationText(path, string: text) }
    guard node.object != nil || node.array != nil, let text = node.text(in: body) else {
      report("expected the file as an object, an array or a string")
      return nil
    }
    return AssociationText(path, bytes: Array(text))
  }

  func associationKind() -> AssociationFile.Kind? {
    value("a kind of file: expected apple or android") { AssociationFile.Kind(rawValue: $0) }
  }

  func hostPattern() -> HostPattern? {
    value("a host: expected one such as www.example.com") { HostPattern($0) }
  }

  func explainedURL() -> String? {
    guard let text = string(), isURLSized(text) else { return nil }
    guard let fault = ExplanationQuestion.fault(of: text) else { return text }
    report("'\(text.prefix(200))' is not a URL: \(fault)")
    return nil
  }

  /// Whether a text is short enough for a URL; a longer one is reported.
  func isURLSized(_ text: String) -> Bool {
    guard text.utf8.count > Self.urlBytes else { return true }
    report("the URL has \(text.utf8.count) bytes: expected at most \(Self.urlBytes)")
    return false
  }

  private static let urlBytes = 8192

  func systemVersion() -> SystemVersion? {
    value("a version: expected one such as 17.0") { SystemVersion($0) }
  }

  func appVersion() -> AppVersion? {
    value("a version: expected one such as 2.10") { AppVersion($0) }
  }

  private func value<Value>(_ expectation: String, _ parse: (String) -> Value?) -> Value? {
    guard let text = string() else { return nil }
    if let value = parse(text) { return value }
    report("'\(text.prefix(100))' is not \(expectation)")
    return nil
  }

  /// The case that the string names; an unknown word is reported.
  func choice<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Word? {
    guard let text = string() else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let hint = nearestName(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    report(
      "'\(text.prefix(100))' is unknown: expected one of \(words.joined(separator: ", "))\(hint)")
    return nil
  }
}
