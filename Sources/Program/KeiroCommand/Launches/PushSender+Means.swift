import Deliveries
import System

extension PushSender.Means {
  /// With the clocks of the system.
  static func serving(_ console: Console) -> PushSender.Means {
    PushSender.Means(
      clock: { Clock.now() }, steadyClock: { Double(Clock.monotonic()) / 1_000_000_000 },
      complain: { console.complain("keiro: \($0)") })
  }
}
