import Links

/// The recently parsed user agents of one worker.
final class AgentCache {
  private let agents = RecentTexts(count: 512, longest: 512, empty: UserAgent())

  func agent(_ text: ArraySlice<UInt8>?) -> UserAgent {
    guard let text, !text.isEmpty else { return UserAgent() }
    return agent(text.span)
  }

  @inline(__always)
  func agent(_ text: Span<UInt8>) -> UserAgent {
    agents.value(of: text) { UserAgent($0) }
  }
}
