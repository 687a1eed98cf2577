package import JSONSyntax

/// The claim that says what somebody may do.
package enum RoleClaim {
  /// Claims that a provider passes on as somebody typed them unless another claim beside them is
  /// `true`, the boolean (OpenID Connect Core 1.0, section 5.1).
  private static let verifications = [
    "email": "email_verified", "phone_number": "phone_number_verified",
  ]

  /// The values of a claim: a text, or a list of them. None for an address of mail or a telephone
  /// number that the provider has not verified.
  ///
  /// - Parameter path: names with dots between them, as in `realm_access.roles`.
  package static func values(_ path: String, in claims: JSONNode) -> [String] {
    guard isVerified(path, in: claims) else { return [] }
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
      if let text = claims.member(claim)?.string, !text.isEmpty, isVerified(claim, in: claims) {
        return text
      }
    }
    return nil
  }

  private static func isVerified(_ claim: String, in claims: JSONNode) -> Bool {
    verifications[claim].map { claims.member($0)?.bool == true } ?? true
  }
}
