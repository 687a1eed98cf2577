/// A single-pass JSON parser; a depth limit bounds its recursion.
///
/// With a tolerance, it continues after errors so that authors see all of them at once. Both modes
/// share one grammar, but only strict parsing defines what valid JSON is.
struct JSONParser {
  let bytes: [UInt8]
  let depthLimit: Int
  /// The maximum number of errors to recover from; zero parses strictly.
  private let tolerance: Int
  /// The greatest number of members of an object whose nodes are kept; a larger object stays text.
  private let memberLimit: Int
  /// Whether endless combining marks are an error.
  let boundsMarks: Bool
  var at = 0
  /// The offsets of the open brackets.
  private var openers: [Int] = []
  private var hasEnded = false
  private var counts: [JSONSyntaxError.Reason: Int] = [:]
  /// The errors recovered from, limited to the first few of each kind.
  private(set) var errors: [JSONSyntaxError] = []
  /// The number of errors that are not listed.
  private(set) var unlisted = 0

  /// The maximum number of listed errors of each kind.
  private static let listLimit = 5

  /// Creates a parser, a strict one without a tolerance. Only what has no errors can be kept as text, to
  /// be parsed again.
  init(
    bytes: [UInt8], depthLimit: Int, tolerance: Int = 0, memberLimit: Int = .max,
    boundsMarks: Bool = true
  ) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.tolerance = tolerance
    self.memberLimit = memberLimit
    self.boundsMarks = boundsMarks
  }

  mutating func document() throws(JSONSyntaxError) -> JSONNode {
    if let reason = Self.encoding(bytes.prefix(2)) { throw JSONSyntaxError(reason, at: 0) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      try fault(.byteOrderMark, at: 0)
      at = 3
    }
    try skipSpace()
    guard at < bytes.count else { throw JSONSyntaxError(.empty, at: at) }
    if let start = startBehindText() {
      try fault(.leadingText, at: at)
      at = start
    } else if bytes[at] == UInt8(ascii: "<") {
      throw JSONSyntaxError(.html, at: at)
    }
    let known = errors.count
    let root = try value()
    try skipSpace()
    // What follows something that is no value at all is no fault of its own.
    let isValue = errors.dropFirst(known).first?.offset != root.offset
    if at < bytes.count, isValue { try fault(.trailingText, at: at) }
    return root
  }

  /// What a text that begins so is instead of UTF-8; nil for nothing known. The first character of JSON
  /// has a NUL beside it in UTF-16, and in UTF-32 (RFC 4627, section 3).
  private static func encoding(_ start: ArraySlice<UInt8>) -> JSONSyntaxError.Reason? {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    if start.contains(0) || marks.contains(Array(start)) { return .wideCharacters }
    return start.elementsEqual([0x1F, 0x8B]) ? .compressed : nil
  }

  /// Throws the error, or records it if parsing can continue.
  mutating func fault(
    _ reason: JSONSyntaxError.Reason, at offset: Int
  ) throws(JSONSyntaxError) {
    guard errors.count + unlisted < tolerance else { throw error(reason, at: offset) }
    // A text of another language has them throughout, for one reason.
    if Self.throughout.contains(reason), counts[reason] != nil { return }
    counts[reason, default: 0] += 1
    if counts[reason, default: 0] <= Self.listLimit {
      errors.append(error(reason, at: offset))
    } else {
      unlisted += 1
    }
  }

  private static let throughout: Set<JSONSyntaxError.Reason> = [
    .singleQuote, .backtick, .escapedQuote, .foreignWord,
  ]

  private func error(_ reason: JSONSyntaxError.Reason, at offset: Int) -> JSONSyntaxError {
    guard
      [.unexpectedEnd, .mismatchedBracket, .valueWithoutName, .memberInList].contains(reason),
      let open = openers.last
    else { return JSONSyntaxError(reason, at: offset) }
    let opener = JSONSyntaxError.Opener(
      isObject: bytes[open] == UInt8(ascii: "{"),
      position: JSONLines(bytes: bytes).position(of: open))
    return JSONSyntaxError(reason, at: offset, opener: opener)
  }

  /// Ends everything that is open at the end of the text; the error is reported only once.
  mutating func end() throws(JSONSyntaxError) {
    if !hasEnded {
      hasEnded = true
      try fault(.unexpectedEnd, at: at)
    }
  }

  mutating func value() throws(JSONSyntaxError) -> JSONNode {
    let start = at
    guard let byte = peek() else {
      try end()
      return JSONNode(offset: start, value: .null)
    }
    switch byte {
    case UInt8(ascii: "{"):
      guard isListInBraces else { return try object() }
      return JSONNode(offset: start, value: .array(try elements(inBraces: true)))
    case UInt8(ascii: "["):
      if isObjectInBrackets { return try object(inBrackets: true) }
      return JSONNode(offset: start, value: .array(try elements()))
    case UInt8(ascii: "\""):
      return JSONNode(offset: start, value: .string(try comparable(try string(), at: start)))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(offset: start, value: .number(try number()))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      try fault(.missingValue, at: at)
      return JSONNode(offset: start, value: .null)
    default:
      if let reason = foreignQuote() {
        let text = try comparable(try foreignString(reason), at: start)
        return JSONNode(offset: start, value: .string(text))
      }
      guard let (word, value) = foreignWord() else { return try unexpected(at: start) }
      try fault(.foreignWord, at: start)
      at += word.utf8.count
      return JSONNode(offset: start, value: value)
    }
  }

  /// Skips to the next comma, closing bracket or line.
  mutating func unexpected(at start: Int) throws(JSONSyntaxError) -> JSONNode {
    let isPage = bytes[start] == UInt8(ascii: "<")
    try fault(isPage ? .html : .unexpected, at: start)
    while let byte = peek(), !Self.endsUnquoted.contains(byte) { at += 1 }
    return JSONNode(offset: start, value: .null)
  }

  private static let endsUnquoted = Set(",]}\n".utf8)
  private static let endsName = Set(":,{}[]\" \t\r\n".utf8)

  /// - Parameter inBrackets: whether the object was written in brackets by mistake.
  private mutating func object(inBrackets: Bool = false) throws(JSONSyntaxError) -> JSONNode {
    let start = at
    let limit = memberLimit
    var members: [JSONMember] = []
    var isLarge = false
    try self.members(inBrackets: inBrackets) { member in
      if members.count == limit {
        members = []
        isLarge = true
      }
      if !isLarge { members.append(member) }
      return true
    }
    guard isLarge else { return JSONNode(offset: start, value: .object(members)) }
    let text = JSONObjectText(bytes, from: start, memberLimit: limit)
    return JSONNode(offset: start, text: text)
  }

  /// Parses an object and calls `body` with each member, until it returns false.
  mutating func members(
    inBrackets: Bool = false, _ body: (JSONMember) -> Bool
  ) throws(JSONSyntaxError) {
    var isFirst = true
    try contents("{}", "[]", mistaken: inBrackets ? .memberInList : nil) {
      (parser: inout JSONParser, byte, isAfterComma) throws(JSONSyntaxError) in
      if !isFirst, !isAfterComma { try parser.fault(.missingComma, at: parser.at) }
      guard let member = try parser.member(byte) else { return true }
      isFirst = false
      return body(member)
    }
  }

  /// Parses a member; nil for a value without a name.
  private mutating func member(_ first: UInt8) throws(JSONSyntaxError) -> JSONMember? {
    let nameOffset = at
    let name: String
    if first == UInt8(ascii: "\"") {
      name = try string()
    } else if let reason = foreignQuote() {
      name = try foreignString(reason)
    } else {
      try fault(.unquotedName, at: at)
      guard first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else {
        _ = try value()
        return nil
      }
      while let byte = peek(), !Self.endsName.contains(byte) { at += 1 }
      name = try text(nameOffset..<at)
    }
    try skipSpace()
    if peek() == UInt8(ascii: ":") {
      at += 1
      try skipSpace()
    } else if at < bytes.count {
      try fault(.missingColon, at: at)
      // PHP and Ruby write an arrow, and others an equals sign.
      if peek() == UInt8(ascii: "=") { at += bytes[at...].starts(with: "=>".utf8) ? 2 : 1 }
      try skipSpace()
    }
    return JSONMember(
      name: try comparable(name, at: nameOffset), nameOffset: nameOffset, node: try value())
  }

  /// - Parameter inBraces: whether the list was written in braces by mistake.
  private mutating func elements(inBraces: Bool = false) throws(JSONSyntaxError) -> [JSONNode] {
    var elements: [JSONNode] = []
    try contents("[]", "{}", mistaken: inBraces ? .valueWithoutName : nil) {
      (parser: inout JSONParser, byte, isAfterComma) throws(JSONSyntaxError) in
      if byte == UInt8(ascii: ":"), !elements.isEmpty {
        // A member of an object inside an array; its value is skipped.
        try parser.fault(.unexpected, at: parser.at)
        parser.at += 1
        try parser.skipSpace()
        _ = try parser.value()
      } else {
        if !elements.isEmpty, !isAfterComma { try parser.fault(.missingComma, at: parser.at) }
        elements.append(try parser.value())
      }
      return true
    }
    return elements
  }

  /// Parses what stands between brackets.
  ///
  /// - Parameters:
  ///   - brackets: those that belong around it.
  ///   - others: those of the other kind.
  ///   - mistake: the error of having written the others in their place; nil without it.
  ///   - item: parses a member or an element by its first byte; false ends the parsing.
  private mutating func contents(
    _ brackets: StaticString, _ others: StaticString, mistaken mistake: JSONSyntaxError.Reason?,
    _ item: (
      _ parser: inout JSONParser, _ first: UInt8, _ isAfterComma: Bool
    ) throws(JSONSyntaxError) -> Bool
  ) throws(JSONSyntaxError) {
    try enter()
    if let mistake {
      try skipSpace()
      try fault(mistake, at: at)
    }
    let (close, otherClose) = (brackets.utf8Start[1], others.utf8Start[1])
    var comma: Int?
    while true {
      try skipSpace()
      guard let byte = peek() else {
        try end()
        return leave(closing: false)
      }
      if byte == close || mistake != nil && byte == otherClose { break }
      if byte == otherClose {
        guard try closesOuter(others.utf8Start[0]) else { continue }
        return
      }
      if byte == UInt8(ascii: ",") {
        try fault(.missingValue, at: at)
        at += 1
        continue
      }
      guard try item(&self, byte, comma != nil) else { return }
      comma = try separator()
    }
    if let comma { try fault(.trailingComma, at: comma) }
    leave(closing: true)
  }

  /// Handles a closing bracket of the wrong kind: ends this value if an outer one of that kind is
  /// open, and otherwise skips the bracket.
  private mutating func closesOuter(_ open: UInt8) throws(JSONSyntaxError) -> Bool {
    try fault(.mismatchedBracket, at: at)
    guard openers.contains(where: { bytes[$0] == open }) else {
      at += 1
      return false
    }
    leave(closing: false)
    return true
  }

  /// Consumes the comma after an element and returns its offset; nil when there is none.
  private mutating func separator() throws(JSONSyntaxError) -> Int? {
    try skipSpace()
    guard peek() == UInt8(ascii: ",") else { return nil }
    defer { at += 1 }
    return at
  }

  private mutating func enter() throws(JSONSyntaxError) {
    guard openers.count < depthLimit else { throw JSONSyntaxError(.tooDeep, at: at) }
    openers.append(at)
    at += 1
  }

  private mutating func leave(closing: Bool) {
    openers.removeLast()
    if closing { at += 1 }
  }

  func peek() -> UInt8? {
    at < bytes.count ? bytes[at] : nil
  }

  mutating func skipSpace() throws(JSONSyntaxError) {
    while let byte = peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case 0xC2 where at + 1 < bytes.count && bytes[at + 1] == 0xA0:
        try fault(.noBreakSpace, at: at)
        while bytes[at...].starts(with: [0xC2, 0xA0]) { at += 2 }
      case UInt8(ascii: "/"), UInt8(ascii: "#"):
        try fault(.comment, at: at)
        skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() {
    let isBlock = bytes[at...].starts(with: "/*".utf8)
    at += 1
    while let byte = peek() {
      if !isBlock, byte == UInt8(ascii: "\n") { return }
      at += 1
      if isBlock, byte == UInt8(ascii: "*"), peek() == UInt8(ascii: "/") {
        at += 1
        return
      }
    }
  }
}
