import JSONSyntax
import WebSyntax

/// The answer of an old service to a visit to a short URL.
package struct OldAnswer: Equatable, Sendable {
  package let url: String
  /// The status of the answer; 0 when there was none.
  package let status: Int
  /// The target of its redirect; nil for none.
  package let location: String?
  package let failure: String?

  package init(url: String, status: Int, location: String?, failure: String? = nil) {
    self.url = url
    self.status = status
    self.location = location
    self.failure = failure
  }

  /// The same answer under the URL of visitors, when the service was asked at another address.
  package func asked(as url: String) -> OldAnswer {
    OldAnswer(url: url, status: status, location: location, failure: failure)
  }

  /// Whether asking again later may give another result.
  package var isPassing: Bool { status == 0 || status == 429 || status >= 500 }

  package var destination: Result<String, ImportFault> {
    func fault(_ message: String) -> Result<String, ImportFault> {
      .failure(ImportFault(Sentence(english: message)))
    }
    switch status {
    case 301, 302, 303, 307, 308:
      guard let location, let target = WebURL.absolute(location, from: url) else {
        return fault("the old service redirects without a valid address")
      }
      return target == url ? fault("the old service redirects it to itself") : .success(target)
    case 0: return fault(failure ?? "the old service did not answer")
    case 200..<300:
      return fault(
        "the old service shows a page instead of a redirect: it may ask for a password, or warn")
    case 404, 410: return fault("the old service does not know it")
    case 401, 403: return fault("the old service denies access to it")
    case 429, 503: return fault("the old service is refusing requests for now")
    default: return fault("the old service answers with \(status)")
    }
  }

  // MARK: - Saved answers

  package var line: String {
    JSONOutput.object([
      .init("url", .string(url)), .init("status", .int(status)),
      .init("location", .optional(location)),
    ]).compact + "\n"
  }

  /// Reads a line written by `line`; nil for anything else, such as a truncated line.
  package init?(line: [UInt8]) {
    guard let root = try? JSONDocument(parsing: line, depthLimit: 4).root,
      let url = root.member("url")?.string, let status = root.member("status")?.wholeNumber
    else { return nil }
    self.init(url: url, status: status, location: root.member("location")?.string)
  }
}
