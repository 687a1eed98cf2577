import Cryptography
package import Links

extension PasswordHasher {
  /// Creates and verifies scrypt hashes.
  package static let scrypt = PasswordHasher(
    hash: { PasswordHashing.hash($0).map { PasswordHash($0) } },
    verify: { PasswordHashing.verify($0, against: $1.text) },
    fault: { PasswordHashing.fault(of: $0.text) })
}
