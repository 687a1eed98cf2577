import WebSyntax

extension UserAgent {
  /// More than any browser sends; the rest is ignored.
  private static let limit = 1024

  /// Reads the value of a `User-Agent` field in one pass over at most 1024 bytes, without copying them.
  package init(_ value: borrowing Span<UInt8>) {
    var scan = Scan()
    let count = min(value.count, Self.limit)
    var isInsideWord = false
    for index in 0..<count {
      let byte = value[index]
      let isLetter = ASCII.isLetter(byte)
      if isLetter, !isInsideWord { scan.word(in: value, at: index, count: count) }
      if isLetter { scan.suffix(in: value, at: index, count: count) }
      isInsideWord = isLetter || ASCII.isDigit(byte)
    }
    platform = scan.marks.platform
    browser = scan.marks.browser
    previewBot = scan.preview
    isBot = scan.preview != nil || scan.isCrawler
    guard !isBot else { return }
    inAppBrowser = scan.app ?? (scan.marks.contains(.googleApp) ? .googleApp : nil)
    if inAppBrowser == nil, scan.marks.isWebView { inAppBrowser = .unnamed }
    if inAppBrowser != nil, platform == .macOS, browser == .other { platform = scan.appleTablet }
  }

  package init(_ text: String) {
    self.init(Array(text.utf8).span)
  }

  private struct Scan {
    var marks: UserAgentMarks = []
    var app: InAppBrowser?
    var preview: PreviewBot?
    var isCrawler = false

    /// Mac apps open links in the Mac's browser, so a web view with a desktop's name is an iPad.
    var appleTablet: Platform { marks.contains(.safari) ? .macOS : .iPad }

    mutating func word(in value: borrowing Span<UInt8>, at start: Int, count: Int) {
      let bucket = Int((value[start] | 0x20) - 0x61)
      for token in UserAgentTokens.byLetter[bucket]
      where Self.matches(token.letters, value, at: start, count: count) {
        switch token.meaning {
        case .system(let mark), .browser(let mark): marks.insert(mark)
        case .app(let found): app = app ?? found
        case .preview(let found): preview = preview ?? found
        case .crawler: isCrawler = true
        }
        return
      }
    }

    /// Recognises unlisted programs that call themselves some kind of bot, crawler or spider, but not
    /// phones of the brand Cubot.
    mutating func suffix(in value: borrowing Span<UInt8>, at last: Int, count: Int) {
      let letter = value[last] | 0x20
      guard letter == UInt8(ascii: "t") || letter == UInt8(ascii: "r"),
        last + 1 == count || !ASCII.isLetter(value[last + 1])
      else { return }
      for (name, exception) in Self.suffixes where last + 1 >= name.count {
        guard Self.matches(name, value, at: last + 1 - name.count, count: count) else { continue }
        let longer = last + 1 - exception.count
        guard
          longer < 0 || exception.isEmpty
            || !Self.matches(exception, value, at: longer, count: count)
        else { continue }
        isCrawler = true
      }
    }

    private static let suffixes: [(name: [UInt8], exception: [UInt8])] = [
      (Array("bot".utf8), Array("cubot".utf8)), (Array("crawler".utf8), []),
      (Array("spider".utf8), []),
    ]

    private static func matches(
      _ letters: [UInt8], _ value: borrowing Span<UInt8>, at start: Int, count: Int
    ) -> Bool {
      guard start + letters.count <= count else { return false }
      for (offset, letter) in letters.enumerated() {
        let byte = value[start + offset]
        let lowered = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        if lowered != letter { return false }
      }
      return true
    }
  }
}
