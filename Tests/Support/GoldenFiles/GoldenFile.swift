package import FoundationEssentials

/// A file with the exact output of the code, or an article generated from the code.
///
/// Tests compare and do not write. `KEIRO_GOLDEN=update swift test --filter NAME` rewrites files that
/// differ; those tests still fail, because a file must be reviewed before it is kept.
package struct GoldenFile {
  private let file: URL
  private let isRecording: Bool

  /// The folder of the package, in which the sources and the articles are.
  package static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

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

  /// The first line where the file differs from a text; nil if they are equal byte for byte.
  package func difference(from text: String) throws -> String? {
    let content = isRecording ? (try? Data(contentsOf: file)) : try Data(contentsOf: file)
    guard content != Data(text.utf8) else { return nil }
    guard isRecording else { return Self.firstDifference(content ?? Data(), text) }
    try Data(text.utf8).write(to: file)
    return "\(file.path) was rewritten: review it, then run the test again"
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
