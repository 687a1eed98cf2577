import JSONSyntax
import Questions

/// The router of an app.
struct RouterFile: GeneratedAppFile {
  let plan: RouterPlan
  let language: RouterLanguage
  /// The name of the type.
  let type: String

  var app: String { plan.app }

  var text: String { language.file(plan, type: type) }

  var members: [JSONOutput.Member] {
    let screens = plan.screens.map { screen in
      JSONOutput.object([
        .init("screen", .string(screen.name)),
        .init("parameters", .strings(screen.parameters.map(\.name))),
        .init("patterns", .strings(screen.patterns)),
      ])
    }
    return [.init("screens", .array(screens))]
  }

  /// What stands between the lines at the beginning and those at the end that both have in common.
  func difference(from bytes: [UInt8], of name: String) -> AppFileDifference {
    var extra = Self.lines(bytes)
    var missing = Self.lines(Array(text.utf8))
    let same = zip(extra, missing).prefix { $0 == $1 }.count
    extra.removeFirst(same)
    missing.removeFirst(same)
    let end = zip(extra.reversed(), missing.reversed()).prefix { $0 == $1 }.count
    extra.removeLast(end)
    missing.removeLast(end)
    let isEmpty = extra.isEmpty && missing.isEmpty
    let first = "\(name) is not what the routes make, from line \(same + 1) on:"
    return AppFileDifference(
      isEmpty: isEmpty,
      sentences: isEmpty
        ? ["\(name) is what the routes make"]
        : [first] + Self.marked("-", extra) + Self.marked("+", missing),
      members: [
        .init("line", isEmpty ? .null : .int(same + 1)), .init("extra", .strings(extra)),
        .init("missing", .strings(missing)),
      ])
  }

  /// Lines for people, cut where they are many.
  private static func marked(_ sign: String, _ lines: [String]) -> [String] {
    let rest = lines.dropFirst(20).count
    return lines.prefix(20).map { sign + $0 } + (rest == 0 ? [] : ["\(sign) … \(rest) more"])
  }

  /// The lines of a text; line ends of Windows, as git may have made them, are no difference.
  private static func lines(_ text: [UInt8]) -> [String] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
