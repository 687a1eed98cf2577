import Changes
import HTTPCore
import LinkStorage

/// The entity tag of a link: its life and revision and, where the answer includes them, the numbers
/// of its clicks, so that clients watching them get new ones (RFC 9110, section 8.8.1).
struct LinkTag {
  private let revision: LinkRevision
  /// The numbers of clicks, each after a dot.
  private let clicks: String

  /// - Parameters:
  ///   - clicks: nil for an answer without them.
  ///   - reserved: nil for an answer without them.
  init(_ stored: StoredLink, clicks: Int?, reserved: Int? = nil) {
    revision = LinkRevision(stored)
    self.clicks = [clicks, reserved].compactMap { $0.map { ".\($0)" } }.joined()
  }

  var text: String { "\"\(revision)\(clicks)\"" }

  /// Whether `If-None-Match` names this link: proxies that compress make tags weak, which is
  /// irrelevant for this comparison (RFC 9110, section 13.1.2).
  func isNamed(by condition: String) -> Bool {
    Self.tags(condition.replacing("W/\"", with: "\"")).contains { $0 == "*" || $0 == text }
  }

  /// Whether `If-Match` names this very answer (RFC 9110, section 13.1.1).
  func matches(_ condition: String) -> Bool {
    Self.tags(condition).contains { $0 == "*" || $0 == text }
  }

  fileprivate static func tags(_ condition: String) -> [Substring] {
    condition.split(separator: ",").map { element in
      var tag = element.drop { $0 == " " || $0 == "\t" }
      while tag.last == " " || tag.last == "\t" { tag.removeLast() }
      return tag
    }
  }
}

extension LinkPrecondition {
  /// Reads the conditions of a request for a change (RFC 9110, section 13.2.2).
  init(_ fields: HTTPFields) {
    self.init()
    if let condition = fields["If-Match"] { expected = Self.states(condition) }
    if let condition = fields["If-None-Match"] {
      excluded = Self.states(condition.replacing("W/\"", with: "\""))
    }
  }

  /// The revisions that tags name. Clicks since a link was read do not count: a change of the link
  /// cannot undo them.
  private static func states(_ condition: String) -> States {
    let tags = LinkTag.tags(condition)
    guard !tags.contains("*") else { return .every }
    return .some(
      tags.compactMap { tag in
        guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
        return LinkRevision(tag.dropFirst().dropLast().prefix { $0 != "." })
      })
  }
}
