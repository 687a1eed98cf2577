import LinkStorage

extension StoredLink {
  /// Different for each revision of a link, and for a link that was deleted and created again.
  var entityTag: String { "\"\(id)-\(revision)\"" }

  /// Whether `If-None-Match` names this link: proxies that compress make tags weak, which is
  /// irrelevant for this comparison (RFC 9110, section 13.1.2).
  func isNamed(by condition: String) -> Bool {
    matches(condition.replacing("W/\"", with: "\""))
  }

  /// Whether `If-Match` names this link (RFC 9110, section 13.1.1).
  func matches(_ condition: String) -> Bool {
    condition.split(separator: ",").contains { element in
      let tag = element.drop { $0 == " " || $0 == "\t" }.trimmed
      return tag == "*" || tag == entityTag
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
