/// Numbers as plain decimal digits, without sign, white space or separators.
@usableFromInline
package enum DecimalDigits {
  /// Parses a number; nil for no digits, any other byte, or a number above `Int.max`.
  @inlinable
  package static func number(_ digits: some Sequence<UInt8>) -> Int? {
    var number: Int?
    for byte in digits {
      guard ASCII.isDigit(byte) else { return nil }
      let (tens, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(Int(byte &- UInt8(ascii: "0")))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    return number
  }

  /// Returns whether the text consists of one or more digits.
  package static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit)
  }

  /// Formats a number, padded with leading zeros to the given width.
  package static func text(_ number: Int, width: Int) -> String {
    var digits: [UInt8] = []
    digits.append(decimal: number, width: width)
    return String(decoding: digits, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends the number, with a minus sign when it is negative.
  ///
  /// - Parameter width: the minimum number of digits, at most 20, padded with leading zeros.
  @inlinable
  package mutating func append(decimal number: Int, width: Int = 1) {
    // Written backwards into separate storage, since reversing part of an array would copy it.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      digits.initialize(repeating: UInt8(ascii: "0"))
      var magnitude = number.magnitude
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      start = Swift.max(0, Swift.min(start, digits.count - width))
      if number < 0 { append(UInt8(ascii: "-")) }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}
