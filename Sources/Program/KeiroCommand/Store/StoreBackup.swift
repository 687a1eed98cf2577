import JSONSyntax
import KeiroConfiguration
import Links
import SQLStorage
import SQLiteStore

/// `keiro store backup` and `keiro store restore`: the store as one file.
struct StoreBackup {
  /// What to do with the file.
  enum Direction {
    case backup, restore
  }

  let direction: Direction
  let file: String
  let json: Bool
  let now: Timestamp

  func run(_ store: StoreSettings, _ console: Console) -> ExitCode {
    guard case .sqlite(let path) = store else {
      return console.report(Self.elsewhere(store))
    }
    do throws(StoreFileFailure) {
      switch direction {
      case .backup: return try backUp(path, console)
      case .restore: return try restore(path, console)
      }
    } catch {
      return console.report(CommandFailure(error))
    }
  }

  private func backUp(_ path: String, _ console: Console) throws(StoreFileFailure) -> ExitCode {
    let copy = try StoreCopy.make(of: path, at: file)
    let left = LeftClicks(beside: path).visits
    let members: [JSONOutput.Member] = [
      .init("store", .string(path)), .init("file", .string(file)),
      .init("links", .int(copy.links)), .init("schema", .int(copy.schema)),
      .init("bytes", .int(copy.bytes)), .init("damaged", .strings(copy.damages)),
    ]
    if json {
      console.print(.object(members))
    } else {
      console.print(
        "copied '\(path)' to '\(file)': \(copy.links.counted("link")), \(copy.bytes) bytes")
    }
    if left > 0 {
      console.remark(
        "the copy lacks clicks that the last process left beside the store, which its "
          + "next start counts: \(left)")
    }
    for damage in copy.damages { console.remark("damaged: \(damage)") }
    guard copy.damages.isEmpty else {
      console.remark(
        "the store itself is damaged, and so is the copy: keep the earlier ones, and see "
          + "'keiro store verify'")
      return .negative
    }
    return .done
  }

  private func restore(_ path: String, _ console: Console) throws(StoreFileFailure) -> ExitCode {
    let mark = now.description.filter { $0 != "-" && $0 != ":" }
    let (copy, kept) = try StoreFiles(path: path).restore(from: file, mark: mark)
    if json {
      console.print(
        .object([
          .init("store", .string(path)), .init("file", .string(file)),
          .init("links", .int(copy.links)), .init("schema", .int(copy.schema)),
          .init("kept", .optional(kept)),
        ]))
      return .done
    }
    console.print("restored '\(path)' from '\(file)': \(copy.links.counted("link"))")
    if let kept { console.print("the store before is kept as '\(kept)'") }
    return .done
  }

  /// The failure for a store that is not in a file.
  private static func elsewhere(_ store: StoreSettings) -> CommandFailure {
    if case .memory = store {
      return CommandFailure(
        code: "store-in-memory",
        detail: "the store is the memory of the server, which has no file", exit: .negative)
    }
    return CommandFailure(
      code: "store-in-database",
      detail: "the store is in PostgreSQL, whose own tools copy it: 'pg_dump --format=custom "
        + "--file=FILE DATABASE' for a backup, and 'pg_restore --clean --if-exists --dbname=DATABASE "
        + "FILE' to restore it while no node runs", exit: .negative)
  }
}

extension CommandFailure {
  fileprivate init(_ failure: StoreFileFailure) {
    let (code, exit): (String, ExitCode) =
      switch failure.kind {
      case .taken: ("file-exists", .negative)
      case .unsound: ("unsound-store", .negative)
      case .inUse: ("store-in-use", .environmentFailed)
      case .failed: ("store-unavailable", .environmentFailed)
      }
    self.init(code: code, detail: failure.message, exit: exit)
  }
}
