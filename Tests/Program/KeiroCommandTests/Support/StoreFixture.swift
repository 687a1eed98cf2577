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

  /// Runs the tool on the configuration, and removes the folder from its messages.
  @discardableResult
  func run(_ arguments: String...) -> CommandResult {
    var result = keiro(arguments, environment: ["KEIRO_CONFIG": configuration])
    result.error = result.error.replacing(folder.path + "/", with: "")
    return result
  }

  /// The store itself, for operations without a command.
  func store() throws -> any LinkStore {
    try SQLiteStore(path: folder.path + "/keiro.db")
  }
}
