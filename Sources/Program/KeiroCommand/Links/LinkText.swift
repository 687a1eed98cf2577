import JSONSyntax
import LinkStorage
import Links

/// The text forms of a link, made from its document.
extension JSONNode {
  /// Every field on a line; members of objects are named by their paths.
  var linkLines: [String] {
    var rows = [(name: "short URL", value: text("shortURL") ?? "")]
    for member in object ?? [] where !Self.beside.contains(member.name) {
      rows += Self.rows(member.name, member.node)
    }
    if let clicks = number("clicks") { rows.append(("clicks", String(clicks))) }
    if let clicks = number("reservedClicks") { rows.append(("reserved clicks", String(clicks))) }
    if let health = member("health") { rows.append(("destination", health.healthText)) }
    if text("source") == "configuration" {
      rows.append(("source", "the configuration file, which commands do not write"))
    }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { $0.name.padded(to: width + 2) + $0.value }
  }

  /// Members that the API adds to the fields of a link.
  private static let beside: Set = [
    "shortURL", "source", "clicks", "reservedClicks", "warnings", "health",
  ]

  private static func rows(_ name: String, _ node: JSONNode) -> [(name: String, value: String)] {
    switch node.value {
    case .object(let members): members.flatMap { rows("\(name).\($0.name)", $0.node) }
    case .array(let elements):
      elements.isEmpty ? [] : [(name, elements.map(\.lineText).joined(separator: ", "))]
    default: [(name, node.lineText)]
    }
  }

  private var lineText: String { string ?? JSONOutput(self).compact }

  /// The result of the last check of the destination.
  private var healthText: String {
    let status = number("status").map { ", status \($0)" } ?? ""
    let location = text("location").map { ", leads to \($0)" } ?? ""
    return (text("state") ?? "") + status + location + ", asked \(text("time") ?? "")"
  }

  /// The warnings of a document.
  var warningLines: [String] {
    elements("warnings").map { warning in
      "warning: \(warning.text("field") ?? ""): \(warning.text("message") ?? "")"
    }
  }

  /// The remarks after the destination in a list of deleted links: when, by whom, in which change.
  var deletionRemarks: String {
    let actor = member("actor")?.actorText ?? ""
    let change = number("change").map { ", change \($0)" } ?? ""
    return "deleted \(text("time") ?? "") by \(actor)\(change)"
  }

  /// The remarks after the destination in a list; empty for a link without restrictions.
  func linkRemarks(now: Timestamp) -> String {
    var remarks: [String] = []
    if let clicks = number("clicks") { remarks.append(clicks.counted("click")) }
    if text("source") == "configuration" { remarks.append("configuration") }
    if member("archived")?.bool == true { remarks.append("archived") }
    if let health = member("health")?.text("state"), health != HealthState.ok.rawValue {
      remarks.append("destination \(health)")
    }
    if let begin = time("notBefore"), begin > now { remarks.append("from \(begin)") }
    if let end = time("expires") { remarks.append(end > now ? "until \(end)" : "expired") }
    if let limit = number("maxClicks") { remarks.append("at most \(limit) clicks") }
    if member("password") != nil { remarks.append("password") }
    if let rules = member("rules")?.array?.count, rules > 0 {
      remarks.append(rules.counted("rule"))
    }
    if let owner = text("owner") { remarks.append("owner \(owner)") }
    remarks += texts("tags").map { "#" + $0 }
    return remarks.joined(separator: ", ")
  }
}
