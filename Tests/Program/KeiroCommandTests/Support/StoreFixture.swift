import KeiroCommand
import LinkStorage
import ProgramSupport
import SQLiteStore

/// A configuration with a store, in its own folder.
struct StoreFixture {
  let folder: TemporaryFolder
  let configuration: String

  init(store: String = "{ \"sqlite\": \"keiro.db\" }") throws {
    folder = try TemporaryFolder()
    configuration = try folder.write(
      """
      {
        "store": \(store),
        "sites": [
          { "hosts": ["a.example", "www.a.example"], "destinationHosts": ["e.example"],
            "shortLinks": { "prefix": "/s/", "links": {
              "spring": { "url": "https://e.example/spring", "name": "Spring" } } } },
          { "hosts": ["*.b.example"], "shortLinks": { "prefix": "/" } },
          { "hosts": ["c.example"] }
        ]
      }
      """, to: "keiro.json")
  }

  struct Result {
    let code: ExitCode
    let output: String
    let error: String
  }

  /// Runs the tool on the configuration, and removes the folder from its output.
  @discardableResult
  func run(_ arguments: String...) -> Result {
    let recorder = ConsoleRecorder()
    let code = recorder.run(arguments, environment: ["KEIRO_CONFIG": configuration])
    return Result(
      code: code, output: recorder.output,
      error: recorder.error.replacing(folder.path + "/", with: ""))
  }

  /// The store itself, for operations without a command.
  func store() throws -> any LinkStore {
    try SQLiteStore(path: folder.path + "/keiro.db")
  }
}
