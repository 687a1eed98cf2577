import WebSyntax

/// Parses a form with a file as it arrives (RFC 7578): fields are collected, the file is passed on
/// piece by piece.
package struct MultipartDecoder {
  /// A parsed part of the form.
  package enum Event: Equatable {
    case field(name: String, value: String)
    case file(name: String, fileName: String)
    case bytes([UInt8])
    case end
    /// The form is malformed or too large.
    case failure
  }

  private enum State {
    case preamble, head, body, done, failed
  }

  /// The delimiter with the line end that precedes it after a part.
  private let delimiter: [UInt8]
  private var state = State.preamble
  private var waiting: [UInt8]
  private var name = ""
  private var isFile = false
  /// The bytes of the line end between head and body that have not been consumed.
  private var lineEnd = 0
  private var value: [UInt8] = []
  private var parts = 0

  private static let headLimit = 4096
  private static let valueLimit = 65_536
  package static let partLimit = 32

  package init(boundary: String) {
    delimiter = Array("\r\n--\(boundary)".utf8)
    // Supplies the line end that the first delimiter lacks.
    waiting = [0x0D, 0x0A]
  }

  /// The boundary in a Content-Type; nil for any other type.
  package static func boundary(contentType: String?) -> String? {
    let parts = (contentType ?? "").split(separator: ";")
    guard parts.first.map({ $0.trimmed.lowercased() }) == "multipart/form-data" else {
      return nil
    }
    for part in parts.dropFirst() {
      let text = part.trimmed
      guard text.lowercased().hasPrefix("boundary=") else { continue }
      let value = text.dropFirst("boundary=".count).filter { $0 != "\"" }
      return (1...70).contains(value.utf8.count) ? String(value) : nil
    }
    return nil
  }

  package mutating func feed(_ bytes: [UInt8]) -> [Event] {
    // What follows the end is not kept, however long it is (RFC 2046, section 5.1.1).
    guard state != .done, state != .failed else { return [] }
    waiting += bytes
    var events: [Event] = []
    while true {
      switch state {
      case .preamble:
        guard let found = waiting[...].start(of: delimiter) else {
          waiting = Array(waiting.suffix(delimiter.count))
          return events
        }
        waiting.removeFirst(found + delimiter.count)
        state = .head
      case .head:
        guard readHead(&events) == true else { return events }
      case .body:
        guard readBody(&events) else { return events }
      case .done, .failed: return events
      }
    }
  }

  private mutating func fail(_ events: inout [Event]) -> Bool {
    state = .failed
    events.append(.failure)
    return false
  }

  /// - Returns: nil when more bytes are needed; false at the end.
  private mutating func readHead(_ events: inout [Event]) -> Bool? {
    guard waiting.count >= 2 else { return nil }
    if waiting[0] == UInt8(ascii: "-"), waiting[1] == UInt8(ascii: "-") {
      state = .done
      events.append(.end)
      return false
    }
    guard let end = waiting[...].start(of: Array("\r\n\r\n".utf8)) else {
      return waiting.count > Self.headLimit ? fail(&events) : nil
    }
    parts += 1
    guard end <= Self.headLimit, parts <= Self.partLimit,
      let disposition = Self.disposition(waiting[..<end])
    else { return fail(&events) }
    // The last line end stays: in an empty body, no other precedes the delimiter.
    waiting.removeFirst(end + 2)
    lineEnd = 2
    name = disposition.name
    isFile = disposition.fileName != nil
    value = []
    if let fileName = disposition.fileName {
      events.append(.file(name: name, fileName: fileName))
    }
    state = .body
    return true
  }

  /// - Returns: false when more bytes are needed.
  private mutating func readBody(_ events: inout [Event]) -> Bool {
    let end = waiting[...].start(of: delimiter)
    // The last bytes may be the start of a delimiter.
    let count = end ?? max(waiting.count - delimiter.count, 0)
    let content = Array(waiting[..<count].dropFirst(lineEnd))
    lineEnd -= min(lineEnd, count)
    waiting.removeFirst(count)
    if !content.isEmpty {
      if isFile {
        events.append(.bytes(content))
      } else {
        value += content
        guard value.count <= Self.valueLimit else { return fail(&events) }
      }
    }
    guard end != nil else { return false }
    waiting.removeFirst(delimiter.count)
    if !isFile {
      events.append(.field(name: name, value: String(decoding: value, as: UTF8.self)))
    }
    state = .head
    return true
  }

  /// The name and the file name of a part; nil when it has no name.
  private static func disposition(
    _ head: ArraySlice<UInt8>
  ) -> (name: String, fileName: String?)? {
    let text = String(decoding: head, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      guard line.lowercased().hasPrefix("content-disposition:") else { continue }
      guard let name = parameter("name", in: line) else { return nil }
      return (name, parameter("filename", in: line))
    }
    return nil
  }

  /// A quoted parameter, in which browsers write quotation marks as `%22`.
  private static func parameter(_ name: String, in line: Substring) -> String? {
    for part in line.split(separator: ";").dropFirst() {
      let text = part.trimmed
      guard text.lowercased().hasPrefix(name + "=\"") else { continue }
      return String(text.dropFirst(name.count + 2).prefix { $0 != "\"" })
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first occurrence; nil when there is none.
  package func start(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first else { return startIndex }
    var start = startIndex
    let last = endIndex - pattern.count
    while start <= last {
      guard let found = self[start...last].firstIndex(of: first) else { return nil }
      if self[found..<(found + pattern.count)].elementsEqual(pattern) { return found }
      start = found + 1
    }
    return nil
  }
}
