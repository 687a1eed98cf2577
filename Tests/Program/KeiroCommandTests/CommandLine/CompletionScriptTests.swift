import FoundationEssentials
import Glibc
import ProgramSupport
import Testing

@testable import KeiroCommand

/// The scripts, run by their shells if those are installed.
struct CompletionScriptTests {
  @Test(arguments: Shell.allCases)
  func `the shell finds no fault in its script`(shell: Shell) throws {
    let path = "/usr/bin/\(shell.rawValue)"
    guard FileManager.default.isExecutableFile(atPath: path) else { return }
    let folder = try TemporaryFolder()
    let script = try folder.write(Self.script(shell), to: "script")
    #expect(try run([path, "-n", script]) == 0)
  }

  static let bashCases = [
    ("keiro ch", "check"),
    ("keiro association --kind a", "apple android"),
    ("keiro association --kind = an", "android"),
    ("keiro association --kind =", "apple android"),
    ("keiro completions z", "zsh"),
    ("keiro serve --", "--config --help"),
    ("keiro association --host x", ""),
    ("keiro nonsense x", ""),
    ("keiro li", "links"),
    ("keiro links ex", "export"),
    ("keiro links export --format n", "ndjson"),
    (
      "keiro links show --", "--config --server --token-file --insecure --host --slug --json --help"
    ),
    ("keiro audit undo --", "--config --server --token-file --insecure --apply --json --help"),
    ("keiro audit un", "undo"), ("keiro audit --host x un", ""),
    ("keiro notification send --env", "--environment"), ("keiro notification --env", ""),
    ("keiro tokens create --scope no", "notifications:write notifications:send"),
    ("keiro tokens nonsense --", ""),
    ("keiro stats --by re", "referrer"),
    ("keiro help plat", "platforms"),
    ("keiro help links ex", "export"), ("keiro help audit un", "undo"),
    ("keiro help --m", "--man"),
  ]

  @Test(arguments: bashCases)
  func `bash completes the word under the cursor`(words: String, answer: String) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(Self.script(.bash), to: "script")
    let program = """
      source "\(script)"; COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _keiro; [ "${COMPREPLY[*]}" = "\(answer)" ]
      """
    #expect(try run(["/bin/bash", "-c", program]) == 0)
  }

  @Test(arguments: [
    ("keiro help plat", "platforms"), ("keiro help links exp", "export"),
    ("keiro plat", "platforms"),
  ])
  func `fish completes the word under the cursor`(words: String, answer: String) throws {
    let fish = "/usr/bin/fish"
    guard FileManager.default.isExecutableFile(atPath: fish) else { return }
    let folder = try TemporaryFolder()
    let script = try folder.write(Self.script(.fish), to: "script")
    let program =
      "source '\(script)'; string match -q '\(answer)\t*' (complete -C '\(words)')[1]"
    #expect(try run([fish, "-c", program]) == 0)
  }

  private static func script(_ shell: Shell) -> String {
    let result = keiro(["completions", shell.rawValue])
    return result.output
  }

  /// Runs a program and returns its exit status.
  private func run(_ arguments: [String]) throws -> Int32 {
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var process: pid_t = 0
    try #require(posix_spawn(&process, arguments[0], nil, nil, words, environ) == 0)
    var status: Int32 = 0
    try #require(waitpid(process, &status, 0) == process)
    return (status >> 8) & 0xFF
  }
}
