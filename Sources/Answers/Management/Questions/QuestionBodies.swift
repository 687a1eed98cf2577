import AppAssociation
import Explaining
package import JSONSyntax
import LaunchRouting
import Links
import Platforms
package import Questions
package import Service
import WebSyntax

extension ExplanationQuestion {
  /// Reads the body of `POST /v1/explain`: `{"url", "ios", "android" or "harmony", "app" or
  /// "installed", "appVersion", "state", "lifecycle", "sdk", "from", "choice", "language", "country",
  /// "matrix", "all", "only", "rows"}`. Only `url` is required, and not even that with `all`. An
  /// unknown member is an error.
  package init(reading document: JSONDocument) throws(Problem) {
    self = try document.read { ExplanationBody(object: $0).question() }
  }
}

private struct ExplanationBody {
  let object: JSONObjectReader

  func question() -> ExplanationQuestion {
    let subject = subject()
    var context = TapContext()
    context.system = system() ?? context.system
    context.isInstalled =
      object.present("app")?.word(InstallationWord.self).map { $0 == .installed }
      ?? context.isInstalled
    context.installed =
      present("installed", without: "app", "expected one of the two")?.word(InstalledApps.self)
      ?? context.installed
    context.appVersion = object.present("appVersion")?.appVersion()
    context.state = object.present("state")?.word(AppState.self) ?? context.state
    context.lifecycle = object.present("lifecycle")?.word(Lifecycle.self) ?? context.lifecycle
    context.sdk =
      present("sdk", without: "android", "the SDK matters only for iOS apps")?.systemVersion()
    context.source = object.present("from")?.word(TapSource.self) ?? context.source
    context.choice = object.present("choice")?.word(TapChoice.self)
    context.traits.language =
      text("language", "a language tag such as ja", VisitorTraits.language) ?? ""
    context.traits.country =
      text("country", "a code of two letters such as JP", VisitorTraits.country) ?? ""
    return ExplanationQuestion(subject, context: context)
  }

  private func subject() -> ExplanationQuestion.Subject {
    let (only, rows) = (object.present("only"), object.present("rows"))
    if object.present("all")?.bool() == true {
      for name in ["url", "matrix"] {
        object.present(name)?.report("'all' is given too: expected one of the two")
      }
      return .everything(
        only?.word(ExplanationSurvey.Scope.self) ?? .everything,
        rows: rows?.word(ExplanationSurvey.Rows.self) ?? .none)
    }
    rows?.report("'all' is not given: expected it to be true as well")
    only?.report("'all' is not given: expected it to be true as well")
    // An invalid URL is reported, and the question is dropped.
    let url = object.required("url")?.explainedURL() ?? ""
    return isMatrix() ? .matrix(url) : .url(url)
  }

  private func text(
    _ name: String, _ expectation: String, _ parse: (String) -> String?
  ) -> String? {
    guard let field = object.present(name), let text = field.string() else { return nil }
    if let value = parse(text) { return value }
    field.report("'\(text.prefix(100))': expected \(expectation)")
    return nil
  }

  /// A member, which is reported beside another one that it does not go with.
  private func present(_ name: String, without other: String, _ reason: String) -> JSONField? {
    guard let field = object.present(name) else { return nil }
    guard object.present(other) != nil else { return field }
    field.report("'\(other)' is given too: \(reason)")
    return nil
  }

  private func system() -> TapSystem? {
    let named: [(name: String, field: JSONField, make: (SystemVersion) -> TapSystem)] = [
      ("ios", TapSystem.iOS), ("android", TapSystem.android), ("harmony", TapSystem.harmony),
    ].compactMap { name, make in object.present(name).map { (name, $0, make) } }
    guard let first = named.first else { return nil }
    if named.count > 1 {
      named[1].field.report("'\(first.name)' is given too: expected one of the two")
      return nil
    }
    return first.field.systemVersion().map(first.make)
  }

  /// Reports the members that a matrix varies itself.
  private func isMatrix() -> Bool {
    guard object.present("matrix")?.bool() == true else { return false }
    for name in ["ios", "android", "harmony", "app", "installed", "from"] {
      object.present(name)?.report("'matrix' is given too: expected one of the two")
    }
    return true
  }
}

extension APIRequest {
  package init(_ question: ExplanationQuestion) {
    let context = question.context
    let traits: JSONOutput = [
      "language": .string(context.traits.language), "country": .string(context.traits.country),
    ]
    let circumstances =
      [
        "appVersion": .optional(context.appVersion?.description),
        "state": .string(context.state.rawValue),
        "lifecycle": .optional(context.lifecycle?.rawValue),
        "sdk": .optional(context.sdk?.description), "choice": .optional(context.choice?.rawValue),
      ] + JSONOutput.object(traits.members.filter { $0.value != "" })
    let subject: JSONOutput
    switch question.subject {
    case .matrix(let url, _):
      self.init(.explain, body: ["url": .string(url), "matrix": true] + circumstances)
      return
    case .url(let url): subject = ["url": .string(url)]
    case .everything(let scope, let rows):
      subject = [
        "all": true, "only": .string(scope.rawValue), "rows": .string(rows.rawValue),
      ]
    }
    self.init(
      .explain,
      body: circumstances + subject + [
        context.system.word: .string("\(context.system.version)"),
        "installed": .string(context.installed.rawValue), "from": .string(context.source.rawValue),
      ])
  }
}

/// The body of `POST /v1/match`: `{"urls", "aasa", "kind", "host", "app", "ios", "android"}`, where
/// only `urls` is required.
struct MatchBody {
  /// Nil when the host's own file is used.
  let source: AssociationText?
  let terms: MatchQuestion.Terms
  private(set) var urls: [AskedURL] = []

  private static let urlLimit = 1000

  /// - Parameter body: the source bytes of the object.
  init(_ object: JSONObjectReader, in body: [UInt8]) {
    source = object.present("aasa")?.associationText(in: body)
    terms = MatchQuestion.Terms(
      kind: object.present("kind")?.associationKind(), host: object.present("host")?.hostPattern(),
      app: object.present("app")?.filledString(), ios: object.present("ios")?.systemVersion(),
      android: object.present("android")?.systemVersion())
    let list = object.required("urls")
    let fields = list?.elements() ?? []
    guard fields.count <= Self.urlLimit else {
      list?.report("\(fields.count) URLs are given: expected at most \(Self.urlLimit)")
      return
    }
    for field in fields {
      guard let text = field.string(), field.isURLSized(text) else { continue }
      if let url = AskedURL(text, host: terms.host) {
        urls.append(url)
      } else {
        field.report("'\(text.prefix(200))' is not a URL: \(AskedURL.expectation)")
      }
    }
  }
}

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
}
