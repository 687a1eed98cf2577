import KeiroCommand
import LinkStorage
import Links
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

extension LinkStore {
  func make(_ link: ShortLink, at time: Timestamp = Timestamp(secondsSinceEpoch: 9)) throws {
    _ = try waitForAnswer {
      create(link, CreationTerms(), by: .service, now: time, completion: $0)
    }
  }

  /// Makes links as an import does.
  func take(_ links: [ShortLink], at time: Timestamp = Timestamp(secondsSinceEpoch: 9)) throws {
    _ = try waitForAnswer {
      apply(links, overwritesEdits: false, by: .service, now: time, completion: $0)
    }
  }

  /// Counts the first clicks of a writer.
  func count(_ clicks: [ClickCount], _ launches: [LaunchCount] = []) throws {
    let batch = CountBatch(
      writer: CountWriter(), sequence: 1, clicks: clicks, launches: launches)
    _ = try waitForAnswer {
      count(batch, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
    }
  }
}
