import JSONSyntax
import Platforms

extension CommandTable {
  static let platforms = CommandSpecification(
    "platforms", "show which version of a system changed what, and the source",
    details: [
      "Every answer about a version of iOS, Android or HarmonyOS is based on this table. A later major",
      "version than the newest row is treated as that row.",
    ],
    options: [.json], examples: ["platforms"]
  ) { arguments in
    { console in
      console.give(
        CommandAnswer(document: JSONNode(PlatformTable.output), lines: PlatformTable.lines))
    }
  }
}

extension PlatformTable {
  fileprivate static var output: JSONOutput {
    ["checked": .string(checked), "releases": .array(releases.map(\.output))]
  }

  fileprivate static var lines: [String] {
    ["Last compared with the sources on \(checked)."] + releases.flatMap(\.lines)
  }
}

extension PlatformRelease {
  fileprivate var output: JSONOutput {
    [
      "platform": .string(platform.rawValue), "version": .string("\(version)"),
      "released": .string(released), "sdk": .string(sdk), "source": .string(source),
      "changes": .array(changes.map(\.output)),
    ]
  }

  fileprivate var lines: [String] {
    ["", "\(platform.title) \(version)  \(released)  \(sdk)"]
      + (changes.isEmpty ? ["  no change known", "    \(source)"] : changes.flatMap(\.lines))
  }
}

extension PlatformChange {
  fileprivate var output: JSONOutput {
    [
      "area": .string(area.rawValue), "concerns": .string(concerns.rawValue),
      "change": .string(sentence), "source": .string(source), "confirmed": .bool(isConfirmed),
    ]
  }

  fileprivate var lines: [String] {
    let marks = [concerns == .sdk ? "by SDK" : nil, isConfirmed ? nil : "not confirmed"]
      .compactMap(\.self)
    let mark = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    return ["  \(area.rawValue): \(sentence)\(mark)", "    \(source)"]
  }
}
