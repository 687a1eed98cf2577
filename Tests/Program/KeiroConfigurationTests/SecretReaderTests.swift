import JSONSyntax
import ProgramSupport
import Testing

@testable import KeiroConfiguration

struct SecretReaderTests {
  private func read(_ text: String, _ folder: TemporaryFolder) throws -> (String?, [String]) {
    let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
    let state = ReadingState(folder: ConfigurationFolder(path: folder.path))
    return (
      ValueKind.secret.read(collector.root, state), collector.problems.map(\.message)
    )
  }

  @Test(arguments: [
    ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"),
    ("secret\n\n", "secret\n"), (" secret ", " secret "),
  ])
  func `a secret may stand in a file, less one newline`(content: String, secret: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(content, to: "secret.txt")
    let (text, problems) = try read(#"{"file": "secret.txt"}"#, folder)
    #expect(text == secret)
    #expect(problems == [])
  }

  @Test func `a secret may stand in the configuration`() throws {
    let (text, problems) = try read(#""secret""#, TemporaryFolder())
    #expect(text == "secret")
    #expect(problems == [])
  }

  @Test(arguments: [
    ("5", "found a number: expected a string or {\"file\": \"<path>\"}"),
    ("\"\"", "the text is empty: expected at least one character"),
    ("{}", "'file' is missing: expected it here"),
    (#"{"fil": "a", "file": "ok"}"#, "unknown key: did you mean 'file'?"),
    (#"{"file": 1}"#, "found a number: expected a string"),
    (#"{"file": "none"}"#, "cannot read 'none': no such file or directory"),
    (#"{"file": "empty"}"#, "'empty' is empty: expected a secret"),
    (#"{"file": "latin"}"#, "'latin' is not UTF-8"),
  ])
  func `says why there is no secret`(text: String, problem: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("\n", to: "empty")
    try folder.write([0xE9], to: "latin")
    try folder.write("x", to: "ok")
    #expect(try read(text, folder).1 == [problem])
  }
}
