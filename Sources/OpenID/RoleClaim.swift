package import JSONSyntax

/// The claim that says what somebody may do.
package enum RoleClaim {
  /// The values of a claim: a text, or a list of them.
  ///
  /// - Parameter path: names with dots between them, as in `realm_access.roles`.
  package static func values(_ path: String, in claims: JSONNode) -> [String] {
    // Some providers have names with dots in them.
    let node =
      claims.member(path)
      ?? path.split(separator: ".").reduce(Optional(claims)) { $0?.member(String($1)) }
    if let text = node?.string { return [text] }
    return node?.array?.compactMap(\.string) ?? []
  }

  /// How the provider calls somebody, the best first.
  package static func name(in claims: JSONNode) -> String? {
    for claim in ["name", "preferred_username", "email", "sub"] {
      if let text = claims.member(claim)?.string, !text.isEmpty { return text }
    }
    return nil
  }
}
