/// A call, a list or a plain text of a program, which is broken into lines where it is too long: one
/// element a line, as formatters of Swift leave it.
struct Code {
  private let start: String
  private let elements: [Code]
  private let end: String

  init(_ text: String) { self.init(text, [], "") }

  init(_ start: String, _ elements: [Code], _ end: String) {
    self.start = start
    self.elements = elements
    self.end = end
  }

  /// A call; without arguments and brackets when there are none.
  static func call(_ name: String, _ arguments: [Code]) -> Code {
    arguments.isEmpty ? Code(name) : Code(name + "(", arguments, ")")
  }

  /// A literal of a dictionary in Swift.
  static func dictionary(_ start: String, _ members: [Code]) -> Code {
    members.isEmpty ? Code(start + "[:]") : Code(start + "[", members, "]")
  }

  private var line: String {
    start + elements.map(\.line).joined(separator: ", ") + end
  }

  /// The lines, none of them longer than the width if that is possible.
  func lines(_ width: Int) -> [String] {
    let line = line
    guard line.count > width, !elements.isEmpty else { return [line] }
    var lines = [start]
    for (index, element) in elements.enumerated() {
      let isLast = index == elements.count - 1
      var inner = element.lines(width - 3).map { "  " + $0 }
      // Lists have a comma behind their last element, and calls their bracket.
      inner[inner.count - 1] += !isLast || end.hasPrefix("]") ? "," : end
      lines += inner
    }
    return end.hasPrefix("]") ? lines + [end] : lines
  }

  /// The lines within 100 columns, indented.
  func indented(_ count: Int) -> [String] {
    lines(100 - count).map { String(repeating: " ", count: count) + $0 }
  }
}

extension [String] {
  /// The words in lines of at most some columns, of which all but the first are indented.
  func wrapped(to width: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    for word in self {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? "" : indent) + word)
      }
    }
    return lines
  }
}

extension RouterPlan {
  /// The comment at the head of a file: how it was made, and from which routes.
  func header(_ kind: String, type: String) -> String {
    let name = type == "Route" ? "" : " --name \(type)"
    var lines = [
      "Made by `keiro generate \(kind) --app \(app)\(name)`. Make it again when the routes change;",
      "the first of a site that matches decides:",
    ]
    for (index, site) in sites.enumerated() {
      let names = hosts.filter { $0.site == index }.map { ($0.isWildcard ? "*." : "") + $0.name }
      lines += ["", names.joined(separator: ", ")]
      for rule in site.rules {
        let meaning =
          switch rule.outcome {
          case .nothing: "not in the app"
          case .link: "in the app"
          case .screen(let index): screens[index].name.onOneLine
          }
        lines.append("  \(rule.text): \(meaning)")
      }
    }
    return lines.map { $0.isEmpty ? "//\n" : "// \($0)\n" }.joined()
  }
}

extension String {
  /// The text with replacements for control characters and for all that ends a line.
  var onOneLine: String {
    let printable = unicodeScalars.map { scalar in
      let endsLine = scalar.value == 0x2028 || scalar.value == 0x2029
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      return isControl || endsLine ? "\u{FFFD}" : String(scalar)
    }
    return printable.joined()
  }

  /// The parts between separators, empty ones as well.
  func split(_ separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
