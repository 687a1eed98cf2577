import AppAssociation
import Doctor
import JSONSyntax
import Questions
import WebSyntax

/// A file or a part of one for an app, and its comparison with the app's own.
protocol GeneratedAppFile {
  var app: String { get }
  var text: String { get }
  /// What documents say about it.
  var output: JSONOutput { get }
  func difference(
    from bytes: [UInt8], of name: String
  ) throws(XMLReader.Failure) -> AppFileDifference
}

struct AppFileDifference {
  let isEmpty: Bool
  let sentences: [String]
  let output: JSONOutput
}

extension AppFileDifference {
  /// The difference of a file that declares elements.
  ///
  /// - Parameter faults: what is wrong besides, each a sentence without a full stop.
  fileprivate init(of name: String, missing: [String], extra: [String], faults: [String] = []) {
    let sentences =
      missing.map { "\(name) lacks \($0)" }
      + extra.map { "\(name) has \($0), but the configuration has not" }
      + faults.map { "\(name): \($0)" }
    self.init(
      isEmpty: sentences.isEmpty,
      sentences: sentences.isEmpty
        ? ["\(name) declares what the configuration says"] : sentences,
      output: [
        "missing": .strings(missing), "extra": .strings(extra), "faults": .strings(faults),
      ])
  }
}

struct AndroidManifestFile: GeneratedAppFile {
  let app: String
  let minSDK: Int
  let filters: IntentFilters

  var text: String { filters.xml(app: app, minSDK: minSDK) }

  var output: JSONOutput {
    func array(_ paths: [IntentPath]) -> JSONOutput {
      .array(paths.map { [$0.attribute.rawValue: .string($0.value)] })
    }
    let filters: [JSONOutput] = filters.filters.map { filter in
      let groups: [JSONOutput] = filter.groups.map { group in
        ["allow": .bool(group.isAllowed), "paths": array(group.paths)]
      }
      return [
        "hosts": .strings(filter.hosts), "paths": array(filter.paths), "groups": .array(groups),
        "notes": .strings(filter.notes),
      ]
    }
    return ["minSDK": .int(minSDK), "filters": .array(filters)]
  }

  func difference(
    from bytes: [UInt8], of name: String
  ) throws(XMLReader.Failure) -> AppFileDifference {
    let wanted = filters.elements
    let manifest = try ManifestReader(bytes, hosts: Set(wanted.map(\.host)))
    let difference = IntentDifference(declared: manifest.elements, wanted: wanted)
    return AppFileDifference(
      of: name, missing: difference.missing.map(\.description),
      extra: difference.extra.map(\.description), faults: manifest.faults)
  }
}

struct EntitlementsFile: GeneratedAppFile {
  let app: String
  let domains: AssociatedDomains

  var text: String { domains.propertyList }

  var output: JSONOutput { ["associatedDomains": .strings(domains.domains)] }

  func difference(
    from bytes: [UInt8], of name: String
  ) throws(XMLReader.Failure) -> AppFileDifference {
    guard let own = try Entitlements.domains(bytes) else {
      throw .init(
        "expected entitlements as a property list, in XML or binary, with "
          + "'\(AssociatedDomains.key)' as an array of strings")
    }
    let declared = own.map { String($0.prefix { $0 != "?" }) }
    let faults = own.compactMap(AssociatedDomain.init).flatMap { $0.faults(at: $0.host.name) }
    return AppFileDifference(
      of: name, missing: domains.domains.filter { !declared.contains($0) },
      extra: declared.withoutRepeats.filter { !domains.domains.contains($0) },
      faults: faults.map { "\($0.evidence): \($0.help)" })
  }
}

struct RouterFile: GeneratedAppFile {
  let plan: RouterPlan
  let language: RouterLanguage
  let type: String

  var app: String { plan.app }

  var text: String { language.file(plan, type: type) }

  var output: JSONOutput {
    let screens: [JSONOutput] = plan.screens.map { screen in
      [
        "screen": .string(screen.name), "parameters": .strings(screen.parameters.map(\.name)),
        "patterns": .strings(screen.patterns),
      ]
    }
    return ["screens": .array(screens)]
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
      output: [
        "line": isEmpty ? .null : .int(same + 1), "extra": .strings(extra),
        "missing": .strings(missing),
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
