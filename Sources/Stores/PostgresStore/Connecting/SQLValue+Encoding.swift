import LinkStorage
import SQLStorage

/// The server's binary format of values.
extension SQLValue {
  /// The server's identifier of the type.
  var type: UInt32 {
    switch self {
    case .int: 20
    case .text: 25
    case .flag: 16
    case .blob: 17
    case .ints: 1016
    case .texts: 1009
    }
  }

  var isNull: Bool {
    switch self {
    case .int(nil), .text(nil), .blob(nil), .texts(nil): true
    default: false
    }
  }

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .int(let number): if let number { bytes.append(int: number) }
    case .text(let text): if let text { bytes.append(text: text) }
    case .flag(let flag): bytes.append(flag ? 1 : 0)
    case .blob(let content): bytes += content ?? []
    case .ints(let numbers):
      bytes.appendArray(of: numbers, type: 20) { $0.append(int: $1) }
    case .texts(let texts):
      if let texts { bytes.appendArray(of: texts, type: 25) { $0.append(text: $1) } }
    }
  }
}

extension [UInt8] {
  mutating func append(int number: Int) {
    Swift.withUnsafeBytes(of: Int64(number).bigEndian) { append(contentsOf: $0) }
  }

  mutating func append(int32 number: Int32) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  mutating func append(int16 number: Int16) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends a text with U+FFFD in place of zero bytes, which the server does not accept.
  mutating func append(text: String) {
    guard text.utf8.contains(0) else { return append(contentsOf: text.utf8) }
    for byte in text.utf8 {
      if byte == 0 { append(contentsOf: "\u{FFFD}".utf8) } else { append(byte) }
    }
  }

  /// Appends the elements of a one-dimensional array, each preceded by its length, or -1 for null.
  fileprivate mutating func appendArray<Item>(
    of elements: [Item?], type: Int32, _ body: (inout [UInt8], Item) -> Void
  ) {
    // The number of dimensions, whether there are nulls (which the server ignores), and the type.
    append(int32: elements.isEmpty ? 0 : 1)
    append(int32: 0)
    append(int32: type)
    guard !elements.isEmpty else { return }
    append(int32: Int32(clamping: elements.count))
    append(int32: 1)
    for element in elements {
      appendSized { bytes in
        if let element { body(&bytes, element) }
        return element != nil
      }
    }
  }

  /// Appends a value, preceded by its length, or -1 for null.
  mutating func append(sized value: SQLValue) {
    appendSized { bytes in
      value.append(to: &bytes)
      return !value.isNull
    }
  }

  /// Appends the output of `body`, preceded by its length, or -1 when `body` returns false for null.
  mutating func appendSized(_ body: (inout [UInt8]) -> Bool) {
    let start = count
    append(int32: -1)
    guard body(&self) else { return }
    let length = Int32(clamping: count - start - 4)
    Swift.withUnsafeBytes(of: length.bigEndian) { source in
      for (offset, byte) in source.enumerated() { self[start + offset] = byte }
    }
  }
}
