import Deliveries
import System

extension PushSender.Means {
  /// The means of a running process: system clocks and the console.
  static func serving(_ console: Console) -> PushSender.Means {
    PushSender.Means(
      clock: { Clock.now() }, steadyClock: { Double(Clock.monotonic()) / 1_000_000_000 },
      complain: { console.complain("keiro: \($0)") })
  }
}
