import Platforms
import WebSyntax

/// The query items that the system takes off a link before anybody sees it.
struct TrackingSteps {
  let facts: TapFacts

  func tell(_ record: inout TapRecord) {
    guard case .iOS(let version) = facts.context.system, version.has(.linkTrackingProtection),
      !taken.isEmpty
    else { return }
    let list = taken.map { "'\($0)'" }.joined(separator: ", ")
    record.note(
      "link tracking protection: \(place) \(list) off links, so neither the app nor the server sees "
        + "them; Apple names no parameters, this list is from tests (\(Reference.tracking))")
  }

  /// Those of the URL.
  private var taken: [String] {
    let items = (facts.url.query ?? "").split(separator: "&")
    let names = Set(items.map { String($0.prefix { $0 != "=" }) })
    return LinkTrackingProtection.parameters.filter(names.contains)
  }

  private var place: String {
    switch facts.source {
    case .messages: "Messages takes"
    case .mail: "Mail takes"
    default: "Messages, Mail and private windows of Safari take"
    }
  }
}
