import Synchronization

/// A progress bar that several threads advance.
final class ProgressLine: Sendable {
  private struct State {
    var bar: ProgressBar
    var done = 0
  }

  private let state: Mutex<State>

  init(total: Int, noun: String, _ console: Console) {
    var bar = ProgressBar(total: total, noun: noun, console)
    bar.show(0, rows: 0)
    state = Mutex(State(bar: bar))
  }

  func advance() {
    state.withLock { state in
      state.done += 1
      state.bar.show(state.done, rows: state.done)
    }
  }

  func clear() {
    state.withLock { $0.bar.clear() }
  }
}
