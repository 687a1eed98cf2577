private import COpenSSL

/// Password hashes by scrypt (RFC 7914) through libcrypto, written as
/// `$scrypt$ln=14,r=8,p=1$<salt>$<hash>` (the PHC string format, Base64 without padding).
package enum PasswordHashing {
  /// The cost of a hash: 2^`logN` blocks of `r` * 128 bytes, `p` times.
  struct Cost: Equatable {
    var logN: Int
    var r: Int
    var p: Int

    /// RFC 7914's r and p, and the N that the scrypt paper recommends for logins: 16 MB and about
    /// 40 ms, affordable for every attempt.
    static let standard = Cost(logN: 14, r: 8, p: 1)

    /// Twice the cost of the hashes made here, so that a planted one cannot stall the server.
    static let highest = Cost(logN: 15, r: 8, p: 1)

    var isAffordable: Bool {
      (1...15).contains(logN) && (1...16).contains(r) && (1...4).contains(p)
        && (p * r) << logN <= Self.highest.r << Self.highest.logN
    }
  }

  private static let saltBytes = 16
  private static let hashBytes = 32
  private static let memoryLimit: UInt64 = 256 << 20

  /// The hash of a password with a fresh salt; nil when libcrypto fails, for example when memory
  /// runs out.
  package static func hash(_ password: String) -> String? {
    guard let salt = RandomBytes.make(saltBytes),
      let hash = derive(password, salt: salt, .standard, count: hashBytes)
    else { return nil }
    return text(.standard, salt, hash)
  }

  /// Why a text cannot be compared with, as the end of a sentence; nil for a valid hash.
  package static func fault(of text: String) -> String? {
    guard parse(text) == nil else { return nil }
    guard let cost = statedCost(text), !cost.isAffordable else {
      return "expected one that an export of keiro holds, such as $scrypt$ln=14,r=8,p=1$SALT$HASH"
    }
    let highest = Cost.highest
    return "comparing it costs more than ln=\(highest.logN),r=\(highest.r),p=\(highest.p)"
  }

  /// Whether a password matches a hash, compared in constant time. False for a text that is not a
  /// hash, and for one that costs too much.
  package static func verify(_ password: String, against text: String) -> Bool {
    guard let (cost, salt, hash) = parse(text),
      let other = derive(password, salt: salt, cost, count: hash.count)
    else { return false }
    return CRYPTO_memcmp(hash, other, hash.count) == 0
  }

  static func derive(_ password: String, salt: [UInt8], _ cost: Cost, count: Int) -> [UInt8]? {
    var hash = [UInt8](repeating: 0, count: count)
    let password = Array(password.utf8)
    let done = password.withUnsafeBytes { bytes in
      EVP_PBE_scrypt(
        bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, salt, salt.count,
        1 << UInt64(cost.logN), UInt64(cost.r), UInt64(cost.p), memoryLimit, &hash, count)
    }
    guard done == 1 else {
      ERR_clear_error()
      return nil
    }
    return hash
  }

  private static func text(_ cost: Cost, _ salt: [UInt8], _ hash: [UInt8]) -> String {
    "$scrypt$ln=\(cost.logN),r=\(cost.r),p=\(cost.p)$\(Base64.unpadded.encode(salt))"
      + "$\(Base64.unpadded.encode(hash))"
  }

  private static func parse(_ text: String) -> (Cost, salt: [UInt8], hash: [UInt8])? {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, let cost = statedCost(text), cost.isAffordable,
      let salt = Base64.unpadded.decode(parts[3]), (8...64).contains(salt.count),
      let hash = Base64.unpadded.decode(parts[4]), (16...64).contains(hash.count)
    else { return nil }
    return (cost, salt, hash)
  }

  private static func statedCost(_ text: String) -> Cost? {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    return parts.count > 2 && parts[1] == "scrypt" ? cost(parts[2]) : nil
  }

  private static func cost(_ text: Substring) -> Cost? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let names = ["ln=", "r=", "p="]
    guard parts.count == names.count else { return nil }
    let numbers = zip(parts, names).compactMap { part, name in
      part.hasPrefix(name) ? Int(part.dropFirst(name.count)) : nil
    }
    guard numbers.count == names.count else { return nil }
    return Cost(logN: numbers[0], r: numbers[1], p: numbers[2])
  }
}
