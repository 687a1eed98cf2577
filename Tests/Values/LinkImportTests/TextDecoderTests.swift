@testable import LinkImport
import Testing

/// The text of a file whose bytes arrive in these pieces; nil if it is refused.
private func text(_ pieces: [ArraySlice<UInt8>]) -> String? {
  var decoder = TextDecoder()
  var text: [UInt8] = []
  do throws(TextDecoder.Fault) {
    for piece in pieces { text += try decoder.feed(piece) }
    text += try decoder.finish()
  } catch {
    return nil
  }
  return String(validating: text, as: UTF8.self)
}

private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit -> [UInt8] in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    return isBigEndian ? [high, low] : [low, high]
  }
}

struct TextDecoderTests {
  static let sample = "slug,url\r\n\u{65E5}\u{672C},\u{1F98A}\u{E9}\n"

  static let files: [(name: String, bytes: [UInt8], text: String)] = [
    ("UTF-8", Array(sample.utf8), sample),
    ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(sample.utf8), sample),
    ("UTF-16LE", [0xFF, 0xFE] + utf16(sample, isBigEndian: false), sample),
    ("UTF-16BE", [0xFE, 0xFF] + utf16(sample, isBigEndian: true), sample),
    ("UTF-16LE without a mark", utf16(sample, isBigEndian: false), sample),
    ("UTF-16BE without a mark", utf16(sample, isBigEndian: true), sample),
    ("nothing", [], ""), ("one letter", [0x61], "a"), ("a mark alone", [0xEF, 0xBB, 0xBF], ""),
  ]

  @Test(arguments: files.map(\.name))
  func `reads a file at every split of its bytes`(_ name: String) throws {
    let (_, bytes, expected) = try #require(Self.files.first { $0.name == name })
    #expect(text([bytes[...]]) == expected)
    #expect(text(bytes.map { [$0][...] }) == expected)
    for cut in 0...bytes.count {
      #expect(text([bytes[..<cut], bytes[cut...]]) == expected, "\(cut)")
    }
  }

  static let refused: [(name: String, bytes: [UInt8], line: Int, byte: UInt8?)] = [
    ("Shift-JIS", Array("a\nb,".utf8) + [0x93, 0xFA, 0x96, 0x7B], 2, 0x93),
    ("Windows-1252", Array("a\nb\ncaf".utf8) + [0xE9, 0x0A], 3, 0xE9),
    ("the beginning of a character at the end", Array("abc".utf8) + [0xE6, 0x97], 1, 0xE6),
    ("a surrogate in UTF-8", Array("abc".utf8) + [0xED, 0xA0, 0x80], 1, 0xED),
    ("half a pair", [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x3E, 0xD8, 0x61, 0], 2, nil),
    ("half a unit", [0xFF, 0xFE, 0x61, 0, 0x62], 1, nil),
  ]

  @Test(arguments: refused.map(\.name))
  func `refuses any other encoding and says where`(_ name: String) throws {
    let (_, bytes, line, byte) = try #require(Self.refused.first { $0.name == name })
    for cut in 0...bytes.count {
      var decoder = TextDecoder()
      do throws(TextDecoder.Fault) {
        _ = try decoder.feed(bytes[..<cut])
        _ = try decoder.feed(bytes[cut...])
        _ = try decoder.finish()
        Issue.record("it was read")
      } catch {
        #expect(error.line == line && error.byte == byte, "\(cut)")
      }
    }
  }
}
