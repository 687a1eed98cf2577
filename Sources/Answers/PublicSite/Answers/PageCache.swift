import Compression
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

  /// - Parameter fields: the fields of the page; its style sheet and script, which they depend on,
  ///   are part of the page.
  func representation(
    of page: [UInt8], fields: HTTPFields, for request: HTTPRequest
  ) -> Representation {
    let hash = ByteWords.hash(page.span)
    let place = Int(truncatingIfNeeded: hash) & (Self.capacity - 1)
    let takesGzip = request.prefersGzip
    if let entry = entries[place], ByteWords.areEqual(entry.page.span, page.span),
      entry.representation.isCompressed || !takesGzip
    {
      return entry.representation
    }
    let made = make(page, hash, fields, isCompressed: takesGzip)
    entries[place] = Entry(page: page, representation: made)
    return made
  }

  /// Makes an entry with the hash as entity tag: it changes with the page and is the same on all
  /// workers, nodes and runs.
  private func make(
    _ page: [UInt8], _ hash: UInt64, _ fields: HTTPFields, isCompressed: Bool
  ) -> Representation {
    let compressed = isCompressed ? CompressedBody.compress(page) : nil
    if compressed != nil { compressions += 1 }
    return Representation(
      contentType: "text/html; charset=utf-8", cacheControl: "public, max-age=300",
      entityTag: Hexadecimal.text(hash), identity: page, gzip: compressed, varies: true,
      fields: fields)
  }
}

/// The compression of bodies that are made for one request.
enum CompressedBody {
  /// Smaller bodies fit into one packet anyway; compressing larger ones would delay other visitors.
  private static let sizes = 512...(64 << 10)

  /// Compresses a body; nil when that has no benefit.
  static func compress(_ body: [UInt8]) -> [UInt8]? {
    guard sizes.contains(body.count), let bytes = Gzip.compress(body, .fast),
      bytes.count < body.count
    else { return nil }
    return bytes
  }
}
