import KeiroCommand
import Synchronization

/// Records the output of a command.
final class Recorder: Sendable {
  private let bytes = Mutex<[Console.Stream: [UInt8]]>([:])

  var console: Console {
    Console { stream, written in
      self.bytes.withLock { $0[stream, default: []] += written }
      return true
    }
  }

  func text(_ stream: Console.Stream) -> String {
    bytes.withLock { String(decoding: $0[stream] ?? [], as: UTF8.self) }
  }
}
