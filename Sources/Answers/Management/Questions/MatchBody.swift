import JSONSyntax
import Questions

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
