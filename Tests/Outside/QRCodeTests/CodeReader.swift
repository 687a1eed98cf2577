import FoundationEssentials
import Glibc
import Testing

/// Reads the QR codes of a picture with zbar, independently of the library under test.
enum CodeReader {
  private static let path = "/usr/bin/zbarimg"

  /// The text of the code in a picture; nil when no code is found.
  static func text(in picture: [UInt8]) throws -> String? {
    try #require(
      FileManager.default.isExecutableFile(atPath: path),
      "\(path) is missing: install the package zbar-tools")
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "keiro-code-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "code.png")
    let output = folder.appending(path: "text")
    try Data(picture).write(to: file)
    let status = try run([path, "--quiet", "--raw", "--nodbus", file.path], output: output.path)
    return status == 0 ? try String(contentsOf: output, encoding: .utf8) : nil
  }

  /// Runs a program with its output in a file; returns its exit status.
  private static func run(_ arguments: [String], output: String) throws -> Int32 {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT, 0o600)
    var process: pid_t = 0
    try #require(posix_spawn(&process, arguments[0], &actions, nil, words, environ) == 0)
    var status: Int32 = 0
    try #require(waitpid(process, &status, 0) == process)
    return status == 0 ? 0 : -1
  }
}
