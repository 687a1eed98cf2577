import Glibc
import Links
import WebSyntax

/// The values of recently seen texts, for one worker: a few texts account for nearly all requests,
/// and looking one up is faster than parsing it again.
///
/// A text replaces another one in its slot of the table. The texts are in one block of memory
/// instead of in arrays, so that a look-up changes no reference count.
final class RecentTexts<Value> {
  private struct Slot {
    var hash: UInt64
    var count: Int
    var value: Value
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let texts: UnsafeMutableRawPointer
  private let mask: Int
  private let longest: Int

  /// - Parameters:
  ///   - count: the number of slots, a power of two.
  ///   - longest: the bytes of the longest text that is stored.
  ///   - value: the value of slots without a text.
  init(count: Int, longest: Int, empty value: Value) {
    slots = .allocate(capacity: count)
    slots.initialize(repeating: Slot(hash: 0, count: -1, value: value), count: count)
    texts = .allocate(byteCount: count * longest, alignment: 8)
    mask = count - 1
    self.longest = longest
  }

  deinit {
    slots.deinitialize(count: mask + 1)
    slots.deallocate()
    texts.deallocate()
  }

  /// The value of a text, parsed if it is not stored.
  @inline(__always)
  func value(of text: Span<UInt8>, reading read: (Span<UInt8>) -> Value) -> Value {
    let hash = ByteWords.hash(text)
    let index = Int(truncatingIfNeeded: hash) & mask
    let slot = slots + index
    if slot.pointee.hash == hash, slot.pointee.count == text.count, isKept(text, at: index) {
      return slot.pointee.value
    }
    return remember(text, hash, index, read(text))
  }

  private func isKept(_ text: Span<UInt8>, at index: Int) -> Bool {
    text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      return memcmp(texts + index * longest, start, bytes.count) == 0
    }
  }

  private func remember(
    _ text: Span<UInt8>, _ hash: UInt64, _ index: Int, _ value: Value
  ) -> Value {
    guard text.count <= longest else { return value }
    text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      memcpy(texts + index * longest, start, bytes.count)
    }
    slots[index] = Slot(hash: hash, count: text.count, value: value)
    return value
  }
}

/// The recently parsed user agents of one worker.
final class AgentCache {
  private let agents = RecentTexts(count: 512, longest: 512, empty: UserAgent.absent)

  @inline(__always)
  func agent(_ text: Span<UInt8>) -> UserAgent {
    agents.value(of: text) { UserAgent($0) }
  }
}
