import Links

extension UnpackedLink {
  /// A number that is the same for links that are alike, to find them by an index.
  ///
  /// Stores keep it: another formula needs a migration that writes all of them anew. A new field
  /// needs none, since a field at its default adds nothing.
  package var likeness: Int {
    var hash = LikenessHash()
    for group in LinkField.groups where group.part?.isAbsent(self) != true {
      for field in group.fields where field.isContent && !field.type.isAbsent(in: self) {
        hash.add(field.path)
        hash.add(field.type.stored(in: self))
      }
    }
    return hash.value
  }
}

/// FNV-1a in 64 bits over fields in a fixed order, their texts and values each ended by a byte that
/// no UTF-8 has.
private struct LikenessHash {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  var value: Int { Int(Int64(bitPattern: hash)) }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes { add(byte: byte) }
    }
    add(byte: 0xFF)
  }

  mutating func add(_ value: StoredValue) {
    switch value {
    case .null: break
    case .int(let number): add(String(number))
    case .text(let text): add(text)
    case .list(let texts): for text in texts { add(text) }
    case .map(let items):
      for item in items {
        add(item.name)
        add(item.value)
      }
    }
    add(byte: 0xFE)
  }

  private mutating func add(byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
