import Glibc

/// A shell that runs servers for tests in a scratch folder.
///
/// Its input ends with this value or with the process, however that ends: its script then stops the
/// servers and removes the folder.
package final class WatchedShell: Sendable {
  /// The reason why there are no servers.
  package struct Missing: Error, CustomStringConvertible {
    /// The missing part, and the expectation.
    package let description: String

    package init(description: String) { self.description = description }
  }

  package let folder: String
  private let input: Int32
  private let output: Int32

  /// - Parameters:
  ///   - script: gets the path of the folder as its first argument.
  ///   - name: part of the name of the folder.
  ///   - arguments: the other arguments of the script.
  package init(
    _ script: String, folder name: String, arguments: [String] = []
  ) throws(Missing) {
    folder = "/tmp/keiro-\(name)-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    guard mkdir(folder, 0o700) == 0 else {
      throw Missing(description: "cannot make the folder \(folder)")
    }
    let (reading, writing) = try Self.pipe()
    let (answers, answering) = try Self.pipe()
    (input, output) = (writing, answers)
    defer {
      close(reading)
      close(answering)
    }
    let words = ["sh", "-c", script, "sh", folder] + arguments
    try Self.spawn(words, input: reading, output: answering)
  }

  deinit {
    close(input)
    close(output)
  }

  package func write(_ text: String) { _ = Glibc.write(input, text, text.utf8.count) }

  /// What the script prints, until that is whole or the script has ended.
  package func answer(until isWhole: ([UInt8]) -> Bool) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isWhole(bytes) {
      let count = Glibc.read(output, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func pipe() throws(Missing) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Missing(description: "cannot make a pipe") }
    // Another child of the tests must not keep an end open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(_ words: [String], input: Int32, output: Int32) throws(Missing) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // In a process group of its own, so that a terminal's interrupt ends the tests, which then end
    // the shell.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let arguments = words.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, "/bin/sh", &actions, &attributes, arguments + [nil], environ)
    guard code == 0 else { throw Missing(description: "cannot start a shell: \(code)") }
  }
}
