import RandomCases

/// Association files as on real sites: good, faulty, broken, signed, for either platform.
struct RandomFiles {
  var dice: Dice

  private static let identifiers = [
    "AAAAAAAAAA.com.example.shop", "BBBBBBBBBB.com.example.food", "nodot", "",
  ]
  private static let parts = [
    #""/": "/item/*""#, #""/": "/a""#, #""/": "/page?""#, #""/": "*""#, #""?": {"id": "?*"}"#,
    "\"#\": \"top\"", #""exclude": true"#, #""caseSensitive": false"#, #""percentEncoded": false"#,
    #""comment": "c""#, #""/": "/$(lang)/x""#, #""/": "item""#, #""unknown": 7"#, #""/": 7"#,
  ]

  mutating func file() -> [UInt8] {
    switch dice.roll(0...11) {
    case 0...4: Array(apple().utf8)
    case 5, 6: Array(android().utf8)
    case 7: broken()
    case 8, 9: signed(Array((dice.once(in: 5) ? android() : apple()).utf8))
    case 10: signed(broken())
    default: unreadable()
    }
  }

  private mutating func apple() -> String {
    var members: [String] = []
    if !dice.once(in: 10) {
      let entries = (0..<dice.roll(0...3)).map { _ in entry() }
      members.append("\"applinks\": {\"details\": [\(entries.joined(separator: ", "))]}")
    }
    if dice.once(in: 4) {
      members.append(
        "\"webcredentials\": {\"apps\": [\"\(dice.pick(Self.identifiers))\"]}")
    }
    if dice.once(in: 6) { members.append("\"appclips\": {\"apps\": []}") }
    return "{" + members.joined(separator: ",\n") + "}"
  }

  private mutating func entry() -> String {
    let app = dice.pick(Self.identifiers)
    let legacy = dice.once(in: 4)
    let rules =
      legacy
      ? dice.some(["\"/item/*\"", "\"NOT /a\"", "\"*\"", "\"a\""]).joined(separator: ", ")
      : (0..<dice.roll(0...4)).map { _ in component() }.joined(separator: ", ")
    return legacy
      ? "{\"appID\": \"\(app)\", \"paths\": [\(rules)]}"
      : "{\"appIDs\": [\"\(app)\"], \"components\": [\(rules)]}"
  }

  private mutating func component() -> String {
    "{" + dice.some(Self.parts, oneIn: 5).joined(separator: ", ") + "}"
  }

  private mutating func android() -> String {
    let print = Array(repeating: dice.pick(["0A", "fe"]), count: 32).joined(separator: ":")
    let statements = (0..<dice.roll(0...3)).map { _ in
      """
      {"relation": ["\(dice.pick(["delegate_permission/common.handle_all_urls", "delegate"]))"],
       "target": {"namespace": "android_app", "package_name":
       "\(dice.pick(["com.example.shop", "com.example.food", "shop"]))",
       "sha256_cert_fingerprints": ["\(print)"]}}
      """
    }
    return "[" + statements.joined(separator: ", ") + "]"
  }

  private mutating func broken() -> [UInt8] {
    let whole = Array(apple().utf8)
    switch dice.roll(0...4) {
    case 0: return Array(whole.prefix(dice.roll(0...whole.count)))
    case 1: return Array("/* comment */ ".utf8) + whole
    case 2: return whole + [0x2C]
    case 3: return Array(dice.pick(["", "0", "00", "true", "\"text\"", "[]", "{}", " "]).utf8)
    default: return [0xEF, 0xBB, 0xBF] + whole
    }
  }

  /// Begins like a signed message, but is not one.
  private mutating func unreadable() -> [UInt8] {
    [0x30, 0x82, 0x01, 0x00]
      + (0..<dice.roll(1...20)).map { _ in UInt8(dice.roll(0...255)) }
  }

  // MARK: - Signed

  /// A CMS message without signers around the content (RFC 5652, section 5).
  private func signed(_ content: [UInt8]) -> [UInt8] {
    let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    let inner = Self.der(0x30, data + Self.der(0xA0, Self.der(0x04, content)))
    let message = Self.der(0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + inner + [0x31, 0x00])
    return Self.der(0x30, signedData + Self.der(0xA0, message))
  }

  private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 0x80
      ? [UInt8(count)]
      : [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    return [tag] + length + content
  }
}
