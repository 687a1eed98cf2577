/// An encoding of non-ASCII letters in host names (RFC 3492).
package enum Punycode {
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72
  private static let initialN = 0x80

  /// Encodes a label, without the prefix; nil when it has more than 63 characters, the limit for
  /// host names.
  package static func encode(_ label: String) -> String? {
    let scalars = label.unicodeScalars.prefix(64).map { Int($0.value) }
    guard scalars.count < 64 else { return nil }
    let basic = scalars.filter { $0 < initialN }
    var output = basic.map { UInt8($0) }
    if !basic.isEmpty { output.append(UInt8(ascii: "-")) }
    var n = initialN
    var delta = 0
    var bias = initialBias
    var handled = basic.count
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= n }).min() else { return nil }
      // At most 64 times the largest scalar, so it cannot overflow.
      delta += (next - n) * (handled + 1)
      n = next
      for scalar in scalars {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapt(delta, count: handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends a variable-length integer (section 3.3).
  private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
    var q = delta
    var k = base
    while true {
      let t = min(max(k - bias, tMin), tMax)
      guard q >= t else { break }
      output.append(digit(t + (q - t) % (base - t)))
      q = (q - t) / (base - t)
      k += base
    }
    output.append(digit(q))
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }

  /// Adapts the bias (section 6.1).
  private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + skew)
  }
}

extension HostName {
  /// Converts a name to the form used in URLs and certificates: lower case, with Punycode for
  /// non-ASCII labels and the full stops of other scripts replaced by dots.
  ///
  /// Nil for names with combining marks, which would have to be normalised first. That requires
  /// tables that only browsers include.
  package static func inPunycode(_ name: String) -> String? {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
    let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
    guard !name.unicodeScalars.contains(where: { marks.contains($0.properties.generalCategory) })
    else { return nil }
    var labels: [String] = []
    for label in name.lowercased().split(
      omittingEmptySubsequences: false, whereSeparator: { ".。．｡".contains($0) })
    {
      guard !label.utf8.allSatisfy({ $0 < 0x80 }) else {
        labels.append(String(label))
        continue
      }
      guard let encoded = Punycode.encode(String(label)) else { return nil }
      labels.append("xn--" + encoded)
    }
    return labels.joined(separator: ".")
  }
}
