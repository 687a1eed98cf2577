import Compression
package import HTTPCore
package import Service
import Synchronization

/// A body that is read page by page, at the pace of the client, while it has the place of a transfer.
package final class PagedSource<Position: Sendable>: HTTPBodySource {
  /// Reads the page at a position. The last page has no next one.
  package typealias Reading =
    @Sendable (_ position: Position) throws(Problem) -> (text: String, next: Position?)

  private let directory: LinkDirectory
  private let slot: TransferSlots.Slot
  private let read: Reading
  /// The first page, which is read before the answer begins: a store that fails is a refusal then.
  private let first: Mutex<String?>
  /// The position of the next page; nil at the end.
  private let position: Mutex<Position?>

  /// - Throws: when the owner already runs as many transfers as allowed, or the store fails.
  package init(
    from start: Position, for owner: TransferSlots.Owner, of directory: LinkDirectory,
    _ read: @escaping Reading
  ) throws(Problem) {
    self.directory = directory
    self.read = read
    slot = try directory.transferSlot(of: owner)
    let (text, next) = try read(start)
    first = Mutex(text)
    position = Mutex(next)
  }

  package func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    directory.transfer { [self] in completion(part()) }
  }

  private func part() -> HTTPBodyPart {
    if let text = first.withLock({ $0.take() }), !text.isEmpty { return .bytes(Array(text.utf8)) }
    guard let start = position.withLock(\.self) else { return .end }
    guard let (text, next) = try? read(start) else { return .failure }
    position.withLock { $0 = next }
    return text.isEmpty && next == nil ? .end : .bytes(Array(text.utf8))
  }
}

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
