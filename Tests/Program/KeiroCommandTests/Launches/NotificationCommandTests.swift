import KeiroCommand
import ProgramSupport
import Testing

struct NotificationCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ notification: String, _ options: String...
  ) throws -> (code: ExitCode, output: String, error: String) {
    let file = try folder.write(notification, to: "n.json")
    let recorder = ConsoleRecorder()
    let code = recorder.run(["notification"] + options + [file])
    return (code, recorder.output, recorder.error.replacing(folder.path + "/", with: ""))
  }

  private let good = """
    {"sender": {"displayName": "花", "customIdentifier": "u"}, "content": "🍛",
     "conversationIdentifier": "c"}
    """

  @Test func `prints the payload and its size`() throws {
    let result = try run(good)
    #expect(result.code == .done)
    #expect(
      result.output == """
        {
          "aps": {
            "alert": {
              "title": "花",
              "body": "🍛"
            },
            "thread-id": "c",
            "mutable-content": 1
          },
          "communication": {
            "sender": {
              "displayName": "花",
              "customIdentifier": "u"
            },
            "conversationIdentifier": "c"
          }
        }

        """)
    #expect(result.error == "n.json: good: 184 of 4096 bytes when sent as one line\n")
  }

  @Test func `prints one JSON document with payload, size and findings`() throws {
    let result = try run(good, "--json")
    #expect(result.code == .done)
    #expect(result.error == "")
    #expect(result.output.hasPrefix("{\n  \"payload\": {\n    \"aps\": {"))
    #expect(result.output.hasSuffix("  \"bytes\": 184,\n  \"findings\": []\n}\n"))
  }

  @Test func `says what is wrong and how to fix it`() throws {
    let result = try run(
      """
      {"sender": {"displayName": "H"},
       "group": {"name": "G"}, "content": "x", "conversationIdentifier": "c"}
      """)
    #expect(result.code == .negative)
    #expect(result.output == "")
    #expect(
      result.error == """
        n.json:1:12: warning: sender: has neither 'handle' nor 'customIdentifier': \
        no Focus can allow this person [sender-identity-missing]
        n.json:2:11: error: group: a group shows its name and picture only with two or more recipients \
        besides the current user, listed or counted: there are 0 [group-too-small]
          help: list them in 'recipients', count them in 'recipientCount', or delete 'group'

        """)
  }

  @Test func `makes no payload of what is too large, and says by how much`() throws {
    let text = String(repeating: "経", count: 1400)
    let result = try run(good.replacing("🍛", with: text), "--json")
    #expect(result.code == .negative)
    #expect(result.output.hasPrefix("{\n  \"payload\": null,\n  \"bytes\": 4380,\n"))
    #expect(
      result.output.contains(
        "the payload has 4380 bytes, 284 more than the 4096 that APNs accepts: "
          + "the largest field is 'content' with 4202 bytes"))
  }

  @Test func `ends with 3 when the file cannot be read`() {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["notification", folder.path]) == .environmentFailed)
    #expect(recorder.error == "keiro notification: cannot read '\(folder.path)': is a directory\n")
  }
}
