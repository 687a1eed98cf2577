import Links

extension PasswordHasher {
  /// The password that a link of a file will have. A link that already has the same password keeps
  /// its hash: every hash has its own salt, so otherwise every import would change the link.
  ///
  /// - Parameters:
  ///   - typed: the password in clear text, when the file has it.
  ///   - stored: the password of the existing link under the same key.
  func password<Failure>(
    of link: ShortLink, typed: String?, isDryRun: Bool, stored: () throws(Failure) -> PasswordHash?
  ) throws(Failure) -> Result<PasswordHash?, LinkFault> {
    if link.password == .withheld {
      // Without an existing password, the link would be open to everybody.
      return try stored().map(Result.success) ?? .failure(.noPasswordToKeep)
    }
    guard let typed else {
      if let fault = link.password.flatMap(fault) { return .failure(.hashRefused(fault)) }
      return .success(link.password)
    }
    if let stored = try stored(), verify(typed, stored) { return .success(stored) }
    // A dry run only needs a hash that no link has.
    let hash = isDryRun ? PasswordHash("") : hash(typed)
    return hash.map(Result.success) ?? .failure(.passwordNotHashed)
  }
}
