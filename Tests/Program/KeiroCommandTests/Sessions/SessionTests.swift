import FoundationEssentials
import GoldenFiles
import Links
import ProgramSupport
import Testing

@testable import KeiroCommand

/// Sessions at a terminal, each in a folder of its own: files between `--- NAME` and `---`, or as in the
/// repository after `--- NAME < PATH`; commands after `$`, and what they print: lines of standard error
/// after `!`, the exit code after `=` unless it is 0, `FOLDER` for the folder. `KEIRO_CONFIG` is its
/// `keiro.json`, and the time is noon of 20 November 2026.
///
/// `KEIRO_GOLDEN=update swift test --filter SessionTests` rewrites what is printed.
struct SessionTests {
  static let folder = repositoryFolder + "/Tests/Program/KeiroCommandTests/Sessions/Golden"

  static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []

  @Test(arguments: names.sorted())
  func `prints what it printed`(_ name: String) throws {
    let path = Self.folder + "/" + name
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let session = Session(folder: try TemporaryFolder())
    #expect(try GoldenFile(path).difference(from: session.replayed(text)) == nil)
  }

  @Test func `there are sessions`() { #expect(Self.names.count > 10) }
}

private struct Session {
  let folder: TemporaryFolder

  private static let now = Timestamp(secondsSinceEpoch: 1_795_176_000)

  /// The session with what its commands print now.
  func replayed(_ text: String) throws -> String {
    var printed: [Substring] = []
    var file: (name: Substring, lines: [Substring])?
    var isOutput = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let (name, lines) = file {
        printed.append(line)
        guard line == "---" else {
          file = (name, lines + [line])
          continue
        }
        try folder.write(
          lines.map { $0 + "\n" }.joined().replacing("FOLDER", with: folder.path), to: String(name))
        file = nil
      } else if line.hasPrefix("--- ") {
        isOutput = false
        printed.append(line)
        let names = line.dropFirst(4).split(separator: " < ")
        if names.count > 1 {
          try folder.write(repositoryFile(String(names[1])), to: String(names[0]))
        } else {
          file = (line.dropFirst(4), [])
        }
      } else if line.hasPrefix("$ ") {
        isOutput = true
        printed.append(line)
        printed += answer(to: line.dropFirst(2))
      } else if line.hasPrefix("#") || !isOutput {
        isOutput = false
        printed.append(line)
      }
    }
    return printed.map { $0 + "\n" }.joined()
  }

  private func answer(to line: Substring) -> [Substring] {
    let arguments = Self.words(line).dropFirst().map { $0.replacing("FOLDER", with: folder.path) }
    let result = keiro(
      Array(arguments), environment: ["KEIRO_CONFIG": folder.path + "/keiro.json"], now: Self.now)
    var text = result.output
    if !text.isEmpty, text.last != "\n" { text += "\n" }
    text += result.error.split(separator: "\n").map { "! \($0)\n" }.joined()
    if result.code != .done { text += "= \(result.code.rawValue)\n" }
    text = text.replacing(folder.path, with: "FOLDER")
    text.replace(/\(user \d+\)/, with: "(user N)")
    text.replace(/\$scrypt\$[A-Za-z0-9+\/=,$]+/, with: "HASH")
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// The words of a line, of which those in quotes may have spaces.
  private static func words(_ line: Substring) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().reduce(
      into: [""]
    ) { words, part in
      guard part.offset.isMultiple(of: 2) else {
        words[words.count - 1] += part.element
        return
      }
      let parts = part.element.split(separator: " ", omittingEmptySubsequences: false)
      words[words.count - 1] += parts.first ?? ""
      words += parts.dropFirst().map(String.init)
    }
  }
}
