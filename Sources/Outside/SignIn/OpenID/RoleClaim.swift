package import JSONSyntax

package enum RoleClaim {
  /// Claims that users may have typed themselves unless another claim is the boolean `true` (OpenID
  /// Connect Core 1.0, section 5.1).
  private static let verifications = [
    "email": "email_verified", "phone_number": "phone_number_verified",
  ]

  /// The values of a claim, which may be a string or a list of strings. Empty for an e-mail address or
  /// telephone number that the provider has not verified.
  ///
  /// - Parameter path: names separated by dots, such as `realm_access.roles`.
  package static func values(_ path: String, in claims: JSONNode) -> [String] {
    let parts = path.split(separator: ".").map(String.init)
    // Some providers use names that contain dots.
    let isWhole = claims.member(path) != nil
    let owner =
      isWhole ? claims : parts.dropLast().reduce(Optional(claims)) { $0?.member($1) }
    guard let owner, let name = parts.last, isVerified(name, in: owner) else { return [] }
    let node = owner.member(isWhole ? path : name)
    if let text = node?.string { return [text] }
    return node?.array?.compactMap(\.string) ?? []
  }

  /// The person's name in the claims, from the most suitable claim that has one; nil for none.
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
