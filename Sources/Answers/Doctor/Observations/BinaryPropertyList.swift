/// The dictionary at the top of a property list in binary, as far as its values are texts or arrays of
/// texts.
///
/// Nothing in the list is trusted: each number is compared with the length before it is followed, and a
/// list without meaning is nil.
///
/// Source: Apple, CFBinaryPList.c ("bplist00").
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let objects: [Int]
  private let referenceSize: Int

  static let signature = Array("bplist00".utf8)
  private static let objectLimit = 100_000
  private static let trailerSize = 32

  /// The texts of each key of the dictionary; other values are left out.
  static func texts(_ bytes: [UInt8]) -> [String: [String]]? {
    guard bytes.starts(with: signature), let (list, top) = read(bytes) else { return nil }
    return list.dictionary(top)
  }

  private static func read(_ bytes: [UInt8]) -> (BinaryPropertyList, top: Int)? {
    let trailer = bytes.count - trailerSize
    guard trailer > 0, let count = number(bytes, at: trailer + 8, size: 8),
      let top = number(bytes, at: trailer + 16, size: 8),
      let table = number(bytes, at: trailer + 24, size: 8), count <= objectLimit
    else { return nil }
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), top < count,
      table <= trailer, (trailer - table) / offsetSize >= count
    else { return nil }
    var objects: [Int] = []
    for index in 0..<count {
      guard let offset = number(bytes, at: table + index * offsetSize, size: offsetSize),
        offset < table
      else { return nil }
      objects.append(offset)
    }
    return (BinaryPropertyList(bytes: bytes, objects: objects, referenceSize: referenceSize), top)
  }

  /// A number whose first byte is the highest; nil beyond the list, or beyond what a length can be.
  private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
    guard start >= 0, size <= bytes.count, start <= bytes.count - size else { return nil }
    let value = bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < UInt64(Int32.max) ? Int(value) : nil
  }

  private func dictionary(_ object: Int) -> [String: [String]]? {
    guard let (kind, count, start) = head(object), kind == 0xD,
      let keys = references(count, start),
      let values = references(count, start + count * referenceSize)
    else { return nil }
    var texts: [String: [String]] = [:]
    for (key, value) in zip(keys, values) {
      guard let name = text(key) else { return nil }
      texts[name] = self.texts(value)
    }
    return texts
  }

  private func texts(_ object: Int) -> [String]? {
    if let text = text(object) { return [text] }
    guard let (kind, count, start) = head(object), kind == 0xA,
      let elements = references(count, start)
    else { return nil }
    let texts = elements.compactMap(text)
    return texts.count == elements.count ? texts : nil
  }

  private func text(_ object: Int) -> String? {
    guard let (kind, count, start) = head(object), [0x5, 0x6].contains(kind) else { return nil }
    let size = kind == 0x5 ? count : count * 2
    guard size <= bytes.count - start else { return nil }
    let content = bytes[start..<(start + size)]
    guard kind == 0x6 else { return String(decoding: content, as: UTF8.self) }
    let units = stride(from: start, to: start + size, by: 2).map { index in
      UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The kind of an object, its count of elements, and where they begin.
  private func head(_ object: Int) -> (kind: Int, count: Int, start: Int)? {
    guard objects.indices.contains(object) else { return nil }
    let start = objects[object]
    let (kind, low) = (Int(bytes[start] >> 4), Int(bytes[start] & 0xF))
    guard low == 0xF else { return (kind, low, start + 1) }
    // A longer count is a number of its own.
    guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0xF <= 3 else {
      return nil
    }
    let size = 1 << Int(bytes[start + 1] & 0xF)
    return Self.number(bytes, at: start + 2, size: size).map { (kind, $0, start + 2 + size) }
  }

  private func references(_ count: Int, _ start: Int) -> [Int]? {
    guard count <= Self.objectLimit else { return nil }
    var references: [Int] = []
    for index in 0..<count {
      guard let object = Self.number(bytes, at: start + index * referenceSize, size: referenceSize)
      else { return nil }
      references.append(object)
    }
    return references
  }
}
