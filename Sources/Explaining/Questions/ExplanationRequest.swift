import AppAssociation
package import JSONSyntax
import LaunchRouting
import WebSyntax

/// A question about a tap, as the body of `POST /v1/explain` asks it.
///
/// Only `url` is required: `{"url", "ios" or "android", "app", "appVersion", "state", "lifecycle",
/// "from"}`.
package struct ExplanationRequest: Equatable, Sendable {
  package let url: String
  package let context: TapContext

  package init(url: String, context: TapContext = TapContext()) {
    self.url = url
    self.context = context
  }

  /// Every problem of the body, in its order.
  package struct Failure: Error, Equatable, Sendable {
    package let problems: [JSONProblem]
  }

  /// Reads a body strictly: unknown keys are problems.
  package init(json bytes: [UInt8]) throws(Failure) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      let position = JSONLines(bytes: bytes).position(of: error.offset)
      let problem = JSONProblem(path: "", position: position, message: error.reason.message)
      throw Failure(problems: [problem])
    }
    let collector = JSONProblemCollector(document)
    let read = collector.root.object { ExplanationReader(object: $0).read() }
    guard let request = read ?? nil, collector.problems.isEmpty else {
      throw Failure(problems: collector.problems)
    }
    self = request
  }

  /// Why the text of a URL cannot be explained, as the end of a sentence; nil when it can.
  package static func fault(of url: String) -> String? {
    let expectation = "expected one such as https://www.example.com/article/42"
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return "it contains spaces or control characters: \(expectation)"
    }
    guard let colon = url.firstIndex(of: ":"), colon != url.startIndex else {
      let isBare = WebURL("https://" + url) != nil && url.contains(".")
      return expectation + (isBare ? "; did you mean 'https://\(url)'?" : "")
    }
    let scheme = url[..<colon].lowercased()
    let isWeb = URLScheme.isWeb(scheme)
    guard URLScheme.isValid(scheme), !isWeb || WebURL(url) != nil else {
      return expectation
    }
    return nil
  }
}

/// Reads the members of a question.
private struct ExplanationReader {
  let object: JSONObjectReader

  func read() -> ExplanationRequest? {
    let url = object.required("url")?.explainedURL()
    var context = TapContext()
    context.system = system() ?? context.system
    context.isInstalled = installed() ?? context.isInstalled
    context.appVersion = present("appVersion")?.appVersion()
    context.state = present("state")?.choice(AppState.self) ?? context.state
    context.lifecycle = present("lifecycle")?.choice(Lifecycle.self) ?? context.lifecycle
    context.source = present("from")?.choice(TapSource.self) ?? context.source
    return url.map { ExplanationRequest(url: $0, context: context) }
  }

  private func present(_ name: String) -> JSONField? {
    object.optional(name).flatMap { $0.isNull ? nil : $0 }
  }

  private func installed() -> Bool? {
    present("app")?.choice(InstallationWord.self).map { $0 == .installed }
  }

  private func system() -> TapSystem? {
    let (ios, android) = (present("ios"), present("android"))
    if ios != nil, let android {
      android.report("'ios' is given too: expected one of the two")
      return nil
    }
    return ios?.systemVersion().map(TapSystem.iOS)
      ?? android?.systemVersion().map(TapSystem.android)
  }
}

/// Whether an app is on a device, in a word.
package enum InstallationWord: String, CaseIterable, Sendable {
  case installed, absent
}

extension JSONField {
  fileprivate func explainedURL() -> String? {
    guard let text = string() else { return nil }
    guard let fault = ExplanationRequest.fault(of: text) else { return text }
    report("'\(text)' is not a URL: \(fault)")
    return nil
  }

  fileprivate func systemVersion() -> SystemVersion? {
    guard let text = string() else { return nil }
    if let version = SystemVersion(text) { return version }
    report("'\(text)' is not a version: expected one such as 17.0")
    return nil
  }

  fileprivate func appVersion() -> AppVersion? {
    guard let text = string() else { return nil }
    if let version = AppVersion(text) { return version }
    report("'\(text)' is not a version: expected one such as 2.10")
    return nil
  }

  /// One of a few words.
  fileprivate func choice<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) -> Word? {
    guard let text = string() else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let hint = nearestName(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    report("'\(text)' is unknown: expected one of \(words.joined(separator: ", "))\(hint)")
    return nil
  }
}
