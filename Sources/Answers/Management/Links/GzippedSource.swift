import Compression
package import HTTPCore
import Synchronization

/// A body as one gzip stream, made at the pace of the client.
private final class GzippedSource: HTTPBodySource, @unchecked Sendable {
  // Unchecked: the next part is asked for only after the last one has come, so one thread at a time
  // has the stream.
  private let source: any HTTPBodySource
  private let stream: Gzipper
  private let isAtEnd = Mutex(false)

  init(_ source: any HTTPBodySource, _ stream: Gzipper) {
    self.source = source
    self.stream = stream
  }

  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    guard !isAtEnd.withLock(\.self) else { return completion(.end) }
    source.next { [self] part in
      let made: [UInt8]?
      switch part {
      case .failure: return completion(.failure)
      case .bytes(let bytes): made = stream.feed(bytes)
      case .end:
        isAtEnd.withLock { $0 = true }
        made = stream.feed([], isLast: true)
      }
      guard let made else { return completion(.failure) }
      // Of small pieces the stream keeps the first for itself.
      if made.isEmpty { next(completion: completion) } else { completion(.bytes(made)) }
    }
  }
}

extension HTTPResponse {
  /// The same response, compressed when the client accepts that and it is long.
  package func compressed(for fields: HTTPFields) -> HTTPResponse {
    guard isSourced || body.count > 1024, self.fields.first("Content-Encoding") == nil else {
      return self
    }
    var answer = self
    answer.fields.vary(by: "Accept-Encoding")
    guard fields.prefersGzip else { return answer }
    if let source {
      guard let stream = Gzipper() else { return answer }
      answer.source = GzippedSource(source, stream)
    } else {
      guard let bytes = Gzip.compress(body, .fast) else { return answer }
      answer.body = bytes
    }
    answer.fields.append("Content-Encoding", "gzip")
    return answer
  }
}
