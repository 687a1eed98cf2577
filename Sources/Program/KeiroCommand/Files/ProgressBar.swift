import Synchronization

/// The progress of a long command, on the last line of a terminal. Prints nothing elsewhere.
final class ProgressBar: Sendable {
  private let total: Int?
  private let noun: String
  private let console: Console
  private let width: Int?
  private let state = Mutex((shown: "", done: 0))

  init(total: Int?, noun: String = "rows", _ console: Console) {
    self.total = total
    self.noun = noun
    self.console = console
    width = console.terminalWidth(.error)
  }

  func show(_ position: Int, rows: Int) {
    state.withLock { show(position, rows: rows, &$0.shown) }
  }

  /// Shows that one more of the total is done.
  func advance() {
    state.withLock { state in
      state.done += 1
      show(state.done, rows: state.done, &state.shown)
    }
  }

  private func show(_ position: Int, rows: Int, _ shown: inout String) {
    guard let width else { return }
    let text = line(position, rows: rows, width: width)
    guard text != shown else { return }
    shown = text
    console.write(verbatim: "\r\u{1B}[K" + text, to: .error)
  }

  func clear() {
    state.withLock { state in
      guard width != nil, !state.shown.isEmpty else { return }
      state.shown = ""
      console.write(verbatim: "\r\u{1B}[K", to: .error)
    }
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
