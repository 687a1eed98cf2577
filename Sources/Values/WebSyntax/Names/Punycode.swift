#if canImport(CIDN)
  import CIDN
#endif

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

  /// Decodes a label, without the prefix, in lower case (section 6.2); nil for one that is not valid, or
  /// has more than 63 bytes.
  package static func decode(_ label: String) -> String? {
    guard label.utf8.count <= 63 else { return nil }
    let parts = label.split(separator: "-", omittingEmptySubsequences: false)
    var scalars = Array(parts.dropLast().joined(separator: "-").unicodeScalars)
    var digits = (parts.last ?? "").utf8[...]
    var (n, index, bias) = (initialN, 0, initialBias)
    while !digits.isEmpty {
      let start = index
      var (weight, k) = (1, base)
      while true {
        // Beyond these bounds no scalar has its number; so nothing overflows.
        guard let value = digits.popFirst().flatMap(number), weight < 1 << 32, index < 1 << 32
        else {
          return nil
        }
        index += value * weight
        let t = min(max(k - bias, tMin), tMax)
        guard value >= t else { break }
        weight *= base - t
        k += base
      }
      let count = scalars.count + 1
      bias = adapt(index - start, count: count, isFirst: start == 0)
      n += index / count
      index %= count
      guard let scalar = UInt32(exactly: n).flatMap(Unicode.Scalar.init) else { return nil }
      scalars.insert(scalar, at: index)
      index += 1
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func number(_ digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 26
    default: nil
    }
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
  /// Converts a name to the form used in URLs and certificates, as browsers do (UTS 46, without
  /// transitional processing): lower case, with Punycode for labels that are not in ASCII. A name in
  /// ASCII stays as it is.
  ///
  /// Nil for a name that no browser would ask for.
  package static func inPunycode(_ name: String) -> String? {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
    // No name has more bytes in DNS; in letters it may have four for each of them.
    guard name.utf8.count <= 4 * 253 else { return nil }
    if let converted = converted(name) { return converted }
    var labels: [String] = []
    for label in name.split(omittingEmptySubsequences: false, whereSeparator: ".。．｡".contains) {
      guard let converted = converted(String(label)) ?? unlisted(label) else { return nil }
      labels.append(converted)
    }
    let joined = labels.joined(separator: ".")
    return joined.utf8.count <= 253 ? joined : nil
  }

  /// A name in lower case, in letters where it is in Punycode, as somebody may write it.
  package static func inLetters(_ name: String) -> String {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.hasPrefix("xn--")
        ? Punycode.decode(String(label.dropFirst(4))) ?? String(label) : String(label)
    }
    return labels.joined(separator: ".")
  }

  /// The form in which hosts are compared: in lower case and Punycode; what is no name stays as it is.
  package static func compared(_ typed: String) -> String {
    let lowered = typed.lowercased()
    return inPunycode(lowered) ?? lowered
  }

  private static func converted(_ name: String) -> String? {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name.lowercased() }
    guard !name.utf8.contains(0) else { return nil }
    #if canImport(CIDN)
      var ascii = [CChar](repeating: 0, count: 254)
      switch keiro_idn_ascii(name, &ascii, ascii.count) {
      case keiro_idn_done: return String(validating: ascii.prefix { $0 != 0 }, as: UTF8.self)
      case keiro_idn_missing: break
      default: return nil
      }
    #endif
    return name.contains(where: ".。．｡".contains) ? nil : unlisted(name[...])
  }

  /// A label that browsers ask for and IDNA 2008 does not list, because of a symbol, such as `i❤`, or of
  /// where its hyphens stand; and any label where the library is absent, as in apps.
  ///
  /// Nil for a label with characters that UTS 46 maps to others, which takes tables.
  private static func unlisted(_ label: Substring) -> String? {
    var scalars = String.UnicodeScalarView()
    // The variation selector of emoji is ignored.
    for scalar in label.lowercased().unicodeScalars where scalar.value != 0xFE0F {
      guard scalar.isASCII || keeps(scalar) else { return nil }
      scalars.append(scalar)
    }
    let text = String(scalars)
    guard !scalars.allSatisfy(\.isASCII), !text.hasPrefix("xn--") else { return nil }
    return Punycode.encode(text).flatMap { $0.utf8.count <= 59 ? "xn--" + $0 : nil }
  }

  /// Whether UTS 46 leaves a character as it is; marks may compose with the letter before them.
  private static func keeps(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    guard !properties.changesWhenNFKCCaseFolded else { return false }
    switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .otherSymbol, .mathSymbol,
      .modifierSymbol, .currencySymbol:
      return true
    default: return false
    }
  }
}
