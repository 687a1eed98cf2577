import Links

extension ShortLink {
  /// A number that is the same for links that are alike, to find them by an index.
  ///
  /// Stores keep it: another formula needs a migration that writes all of them anew.
  package var likeness: Int {
    let rare = rare
    var hash = LikenessHash()
    for text in [host, url, rare.name, query.rawValue, rare.expiredURL, rare.password?.text] {
      hash.add(text)
    }
    for number in [status.rawValue, skipPage ? 1 : 0, archived ? 1 : 0] { hash.add(number) }
    hash.add(rare.notBefore?.secondsSinceEpoch)
    hash.add(rare.expires?.secondsSinceEpoch)
    hash.add(rare.maxClicks)
    rare.addParts(to: &hash)
    return hash.value
  }
}

extension ShortLink.Rare {
  fileprivate func addParts(to hash: inout LikenessHash) {
    for tag in tags { hash.add(tag) }
    hash.endList()
    for text in [
      apple.fallback, apple.ipadFallback, apple.appStoreID, apple.bundleID, apple.ipadBundleID,
      apple.customScheme, apple.minimumVersion, android.fallback, android.packageName,
      desktop.fallback, social.title, social.description, social.image,
    ] { hash.add(text) }
    hash.add(android.minimumVersionCode)
    for (name, value) in campaign.items {
      hash.add(name)
      hash.add(value)
    }
    hash.endList()
    for item in extra {
      hash.add(item.name)
      hash.add(item.value)
    }
  }
}

/// FNV-1a in 64 bits over fields in a fixed order, each ended by a byte that no UTF-8 has.
private struct LikenessHash {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  var value: Int { Int(Int64(bitPattern: hash)) }

  mutating func add(_ text: String?) {
    guard var text else { return add(byte: 0xFE) }
    text.withUTF8 { bytes in
      for byte in bytes { add(byte: byte) }
    }
    add(byte: 0xFF)
  }

  mutating func add(_ number: Int?) {
    guard let number else { return add(byte: 0xFE) }
    var rest = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    add(byte: 0xFF)
  }

  mutating func endList() {
    add(byte: 0xFD)
  }

  private mutating func add(byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
