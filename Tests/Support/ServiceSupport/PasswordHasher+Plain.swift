import Links

extension PasswordHasher {
  /// No hash at all, which is quick.
  static let plain = PasswordHasher(
    hash: { PasswordHash($0) }, verify: { password, hash in password == hash.text },
    fault: { $0.text == "costly" ? "it costs too much" : nil })
}
