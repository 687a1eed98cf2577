package import JSONSyntax

/// Hashes and verifies passwords; injected because this module has no cryptography.
package struct PasswordHasher: Sendable {
  /// Hashes a password; nil when that fails, for example for lack of memory.
  package let hash: @Sendable (String) -> PasswordHash?
  /// Whether a password matches a hash; takes as long for a wrong password.
  package let verify: @Sendable (String, PasswordHash) -> Bool

  /// Why a hash from elsewhere is not acceptable, as the end of a sentence; nil for an acceptable one.
  package let fault: @Sendable (PasswordHash) -> String?

  package init(
    hash: @escaping @Sendable (String) -> PasswordHash?,
    verify: @escaping @Sendable (String, PasswordHash) -> Bool,
    fault: @escaping @Sendable (PasswordHash) -> String?
  ) {
    self.hash = hash
    self.verify = verify
    self.fault = fault
  }

  /// Reads the field `password`: the password itself, or `{"hash": …}` as in exports. For
  /// `LinkReader.password`.
  package func read(_ field: JSONField) -> PasswordHash? {
    guard field.node.object == nil else {
      guard let hash = LinkReader.hashOnly(field) else { return nil }
      guard let fault = fault(hash) else { return hash }
      field.report(LinkFault.hashRefused(fault))
      return nil
    }
    guard let text = Self.clearText(field) else { return nil }
    guard let hash = hash(text) else {
      field.report(LinkFault.passwordNotHashed)
      return nil
    }
    return hash
  }

  package static func clearText(_ field: JSONField) -> String? {
    guard let text = field.plainText(limit: 1024) else { return nil }
    guard !text.isEmpty else {
      field.report(LinkFault.emptyPassword)
      return nil
    }
    return text
  }
}
