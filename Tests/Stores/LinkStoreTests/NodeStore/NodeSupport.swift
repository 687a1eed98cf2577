import Dispatch
import Glibc
import LinkStorage
import NodeStore
import Synchronization
import Testing

/// The lines that a node has written for people.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }

  func count(_ text: String) -> Int { all.count { $0.contains(text) } }
}

/// Waits until a condition holds.
func wait(
  _ location: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool
) throws {
  let end = DispatchTime.now() + .seconds(30)
  while try !isSo() {
    guard DispatchTime.now() < end else {
      Issue.record("it did not become so", sourceLocation: location)
      return
    }
    usleep(1000)
  }
}

extension NodeStore {
  /// The names of the nodes that do not confirm within some time.
  func behind(milliseconds: Int) -> [String] {
    let names = AnswerSlot<[String]>()
    awaitCopies(milliseconds: milliseconds, completion: names.fill)
    return names.wait()
  }
}
