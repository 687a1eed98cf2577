import Compression
import Glibc
import HTTPCore
import Service
import WebSyntax

/// The pages of routes that one worker served last, compressed and with their entity tags.
///
/// A page is rendered for every request, which takes less time than a request itself; compressing it
/// takes several times as long. A cached page is used only after a comparison of all its bytes, since
/// a visitor chooses part of them.
final class PageCache {
  private struct Entry {
    let page: [UInt8]
    let representation: Representation
  }

  private var entries = [Entry?](repeating: nil, count: capacity)
  private(set) var compressions = 0

  /// The number of pages: two megabytes at average size.
  private static let capacity = 256

  /// - Parameters:
  ///   - page: the page as it was rendered.
  ///   - key: a hash of what the page is rendered from. It only says where to look: a page is not hashed
  ///     before it turns out to be new.
  ///   - fields: the fields of the page; its style sheet and script, which they depend on, are part of
  ///     the page.
  func representation(
    of page: [UInt8], key: UInt64, fields: HTTPFields, for request: HTTPRequest
  ) -> Representation {
    let slot = Int(truncatingIfNeeded: key) & (Self.capacity - 1)
    let takesGzip = request.prefersGzip
    if let entry = entries[slot], Self.areEqual(entry.page, page),
      entry.representation.isCompressed || !takesGzip
    {
      return entry.representation
    }
    let made = make(page, fields, isCompressed: takesGzip)
    entries[slot] = Entry(page: page, representation: made)
    return made
  }

  /// Whether two pages are equal. For thousands of bytes the C library has wider words.
  private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && memcmp(one, other, one.count) == 0
  }

  /// Makes an entry with a hash of the page as entity tag: it changes with the page and is the same on all
  /// workers, nodes and runs.
  private func make(
    _ page: [UInt8], _ fields: HTTPFields, isCompressed: Bool
  ) -> Representation {
    let compressed = isCompressed ? CompressedBody.compress(page) : nil
    if compressed != nil { compressions += 1 }
    return Representation(
      contentType: "text/html; charset=utf-8", cacheControl: "public, max-age=300",
      entityTag: Hexadecimal.text(ByteWords.hash(page.span)), identity: page, gzip: compressed,
      varies: true,
      fields: fields)
  }
}

/// The compression of bodies that are made for one request.
enum CompressedBody {
  /// Smaller bodies fit into one packet anyway; compressing larger ones would delay other visitors.
  private static let sizes = 512...(64 << 10)

  static func compress(_ body: [UInt8]) -> [UInt8]? {
    guard sizes.contains(body.count), let bytes = Gzip.compress(body, .fast),
      bytes.count < body.count
    else { return nil }
    return bytes
  }
}

/// The final steps for an answer with content that is made for one request and never stored.
extension HTTPResponse {
  func finished(for request: HTTPRequest) -> HTTPResponse {
    let answer = conditional(on: request)
    return answer.status == .ok ? answer.compressed(for: request) : answer
  }

  func conditional(on request: HTTPRequest) -> HTTPResponse {
    guard status == .ok, request.method == .get || request.method == .head else { return self }
    switch request.preconditionWithoutTag {
    case .met: return self
    case .failed: return .preconditionFailed.noted(answerNote.route, .refused)
    case .notModified: return notModified
    }
  }

  /// The answer without content or subject: a visit that gets nothing is not counted.
  private var notModified: HTTPResponse {
    var kept = HTTPFields()
    for name in ["Cache-Control", "Vary"] as [StaticString] {
      if let value = fields[name] { kept.append("\(name)", value) }
    }
    kept.append("X-Content-Type-Options", "nosniff")
    return HTTPResponse(.notModified, fields: kept, note: note)
  }

  private func compressed(for request: HTTPRequest) -> HTTPResponse {
    guard request.method == .get || request.method == .head,
      fields.first("Content-Type")?.starts(with: "text/html".utf8) == true
    else { return self }
    var answer = self
    answer.fields.vary(by: "Accept-Encoding")
    guard request.prefersGzip, let bytes = CompressedBody.compress(body) else { return answer }
    answer.fields.append("Content-Encoding", "gzip")
    answer.body = bytes
    return answer
  }

  static let preconditionFailed = Problem(
    .preconditionFailed, "precondition-failed", "If-Match does not match the current content"
  ).response()
}
