package import FoundationEssentials

/// A file that holds exactly what the code prints, or an article made from the code.
///
/// Tests compare and write nothing. `KEIRO_GOLDEN=update swift test --filter NAME` is the command
/// that writes files anew where they differ; those tests fail all the same, because a file has to be
/// read before it is kept.
package struct GoldenFile {
  private let file: URL
  private let isRecording: Bool

  package init(
    _ path: String,
    isRecording: Bool = ProcessInfo.processInfo.environment["KEIRO_GOLDEN"] == "update"
  ) {
    file = URL(filePath: path)
    self.isRecording = isRecording
  }

  package init(_ file: URL) {
    self.init(file.path)
  }

  /// Where the file first differs from a text, byte for byte; nil when it does not.
  package func difference(from text: String) throws -> String? {
    let content = isRecording ? (try? Data(contentsOf: file)) : try Data(contentsOf: file)
    guard content != Data(text.utf8) else { return nil }
    guard isRecording else { return Self.firstDifference(content ?? Data(), text) }
    try Data(text.utf8).write(to: file)
    return "\(file.path) was written anew: read it, then run the test again"
  }

  private static func firstDifference(_ content: Data, _ text: String) -> String {
    let expected = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    let actual = Data(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    let same = zip(expected, actual).prefix { $0 == $1 }.count
    return "line \(same + 1): expected \(quoted(expected, same)), got \(quoted(actual, same))"
  }

  private static func quoted(_ lines: [Data], _ index: Int) -> String {
    lines.indices.contains(index)
      ? "'\(String(decoding: lines[index], as: UTF8.self))'" : "the end of the file"
  }
}
