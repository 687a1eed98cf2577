import Glibc
import Links
import SiteModel

/// The recently parsed user agents of one worker: a few texts account for nearly all visits, and
/// parsing one takes longer than finding it again.
final class AgentCache {
  private struct Place {
    var text: [UInt8] = []
    var agent = UserAgent()
  }

  private static let size = 512
  private static let longestText = 512
  @exclusivity(unchecked) private var places = Array(repeating: Place(), count: size)

  func agent(_ text: ArraySlice<UInt8>?) -> UserAgent {
    guard let text, !text.isEmpty else { return UserAgent() }
    guard text.count <= Self.longestText else { return UserAgent(text.span) }
    let index = Int(truncatingIfNeeded: Self.hash(text)) & (Self.size - 1)
    if Self.isSame(places[index].text, text) { return places[index].agent }
    let agent = UserAgent(text.span)
    places[index] = Place(text: Array(text), agent: agent)
    return agent
  }

  private static func isSame(_ kept: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
    guard kept.count == text.count else { return false }
    return kept.withUnsafeBytes { left in
      text.withUnsafeBytes { right in
        guard let start = left.baseAddress, let other = right.baseAddress else { return true }
        return memcmp(start, other, left.count) == 0
      }
    }
  }

  /// Reads eight bytes at a time, since these texts are long.
  private static func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
    var hash = UInt64(text.count) &* 0x9E37_79B9_7F4A_7C15
    text.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash &>> 29
        offset += 8
      }
      while offset < bytes.count {
        hash = (hash ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
        offset += 1
      }
    }
    return hash ^ hash &>> 32
  }
}
