import AppAssociation
import JSONSyntax

/// Values of other types than systems read.
enum WrongType {
  static func check(_ file: AppleFile, _ report: inout Report) {
    checkServices(file, &report)
    guard let applinks = file.applinks else { return }
    expect("an array", applinks.member("apps"), &report) { $0.array != nil }
    expect("an object", applinks.member("defaults"), &report) { $0.object != nil }
    expect("an object of arrays", applinks.member("substitutionVariables"), &report) {
      $0.object?.allSatisfy { $0.node.array?.allSatisfy { $0.string != nil } == true } == true
    }
    expect("an array of entries", applinks.member("details"), &report) {
      $0.array != nil || $0.object != nil
    }
    for element in applinks.member("details")?.elements ?? [] {
      expect("an object", element, &report) { $0.object != nil }
    }
    for entry in file.entries { check(entry.spot, &report) }
  }

  private static func checkServices(_ file: AppleFile, _ report: inout Report) {
    expect("an object", file.root.member("applinks"), &report) { $0.object != nil }
    for name in AppSiteAssociation.otherServices {
      guard let service = file.root.member(name) else { continue }
      expect("an object with an array 'apps'", service, &report) { $0.object != nil }
      guard service.node.object != nil else { continue }
      expect("an array", service.member("apps"), &report) { $0.array != nil }
      for app in service.member("apps")?.elements ?? [] {
        expect("an application identifier", app, &report) { $0.string != nil }
      }
    }
  }

  private static func check(_ entry: Spot, _ report: inout Report) {
    expect("an application identifier", entry.member("appID"), &report) { $0.string != nil }
    for (key, expectation) in [
      ("appIDs", "an array of application identifiers"), ("components", "an array of rules"),
      ("paths", "an array of paths"),
    ] {
      expect(expectation, entry.member(key), &report) { $0.array != nil }
    }
    for element in (entry.member("appIDs")?.elements ?? [])
      + (entry.member("paths")?.elements ?? [])
    {
      expect("a string", element, &report) { $0.string != nil }
    }
    if let defaults = entry.member("defaults") { checkComponent(defaults, &report) }
    for component in entry.member("components")?.elements ?? [] {
      checkComponent(component, &report)
    }
  }

  private static func checkComponent(_ component: Spot, _ report: inout Report) {
    guard component.node.object != nil else {
      let repair = component.string.map { path in
        Repair(
          "write {\"/\": \"\(path)\"}",
          [.replace(component.node.offset, .object(["/": .string(path)]))], effect: .fills)
      }
      report.finding(
        .error, component, "found \(component.node.value.kindName): expected an object",
        repairs: [repair].compactMap(\.self))
      return
    }
    for key in ["/", "#"] {
      expect("a pattern", component.member(key), &report) { $0.string != nil }
    }
    expect("a pattern or an object of patterns by name", component.member("?"), &report) {
      $0.string != nil || $0.object != nil
    }
    for key in ["exclude", "caseSensitive", "percentEncoded"] {
      expect("true or false", component.member(key), &report) { $0.bool != nil }
    }
    expect("a string", component.member("comment"), &report) { $0.string != nil }
  }

  private static func expect(
    _ expectation: String, _ spot: Spot?, _ report: inout Report, _ holds: (JSONNode) -> Bool
  ) {
    guard let spot, !holds(spot.node) else { return }
    report.error(spot, "found \(spot.node.value.kindName): expected \(expectation)")
  }
}
