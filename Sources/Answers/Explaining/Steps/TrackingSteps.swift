import Platforms
import WebSyntax

/// Explains which query items the system strips from a link before the app or the server sees it.
struct TrackingSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    guard case .iOS(let version) = facts.context.system, version.has(.linkTrackingProtection),
      !taken.isEmpty
    else { return }
    let list = taken.map { "'\($0)'" }.joined(separator: ", ")
    record.note(
      "link tracking protection: \(taker) \(list) off links, so neither the app nor the server sees "
        + "them; Apple names no parameters, this list is from tests (\(Reference.tracking))")
  }

  /// The query items of the URL that are stripped.
  private var taken: [String] {
    let items = (facts.url.query ?? "").split(separator: "&")
    let names = Set(items.map { String($0.prefix { $0 != "=" }) })
    return LinkTrackingProtection.parameters.filter(names.contains)
  }

  private var taker: String {
    switch facts.source {
    case .messages: "Messages takes"
    case .mail: "Mail takes"
    default: "Messages, Mail and private windows of Safari take"
    }
  }
}
