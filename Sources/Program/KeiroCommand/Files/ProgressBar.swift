import Synchronization

/// The progress of a long command, on the last line of a terminal. Prints nothing elsewhere.
struct ProgressBar {
  private let total: Int?
  private let noun: String
  private let console: Console
  private let width: Int?
  private var shown = ""

  init(total: Int?, noun: String = "rows", _ console: Console) {
    self.total = total
    self.noun = noun
    self.console = console
    width = console.terminalWidth(.error)
  }

  mutating func show(_ position: Int, rows: Int) {
    guard let width else { return }
    let text = line(position, rows: rows, width: width)
    guard text != shown else { return }
    shown = text
    console.write(verbatim: "\r\u{1B}[K" + text, to: .error)
  }

  mutating func clear() {
    guard width != nil, !shown.isEmpty else { return }
    shown = ""
    console.write(verbatim: "\r\u{1B}[K", to: .error)
  }

  private func line(_ position: Int, rows: Int, width: Int) -> String {
    let count = "\(rows) \(noun)"
    guard let total, total > 0 else { return count }
    let share = min(Double(position) / Double(total), 1)
    let percent = "\(Int(share * 100)) %"
    let room = min(width - count.count - percent.count - 6, 40)
    guard room >= 10 else { return "\(percent) \(count)" }
    let full = Int(share * Double(room))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: room - full)
    return "[\(bar)] \(percent)  \(count)"
  }
}

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
