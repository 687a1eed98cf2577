import AppAssociation
import JSONSyntax

/// Rules about the file as a whole, its services and the keys of its objects.
extension AppleFile {
  static let keyRules: [AppleRule] = [
    AppleRule("no-services") { file, report in
      guard !file.root.members.contains(where: { services.contains($0.name) }),
        !UnknownKey.isMeant(services, in: file.root, among: services)
      else { return }
      report.warning(
        file.root,
        "the file has none of the services \(services.joined(separator: ", ")): it associates nothing",
        help: "add an \"applinks\" object")
    },
    AppleRule("file-size") { file, report in
      let count = file.association.byteCount
      guard count > 128_000 else { return }
      let isOver = count > 128 * 1024
      report.file(
        isOver ? .error : .warning,
        "the file has \(count) bytes: expected at most \(isOver ? 131_072 : 128_000)",
        help: "replace several rules with one pattern that uses '*'")
    },
    AppleRule("signed-file") { file, report in
      guard file.association.isSigned else { return }
      report.file(
        .warning, "the file is a signed CMS message; its signature was not verified",
        help: "serve the plain JSON: systems from iOS 9 on do not need the signature")
    },
    AppleRule("duplicate-key") { file, report in
      file.root.visit { object in
        var earlier: [String: [Int]] = [:]
        for (name, member) in object.names {
          if let offsets = earlier[name] {
            report.finding(
              .warning, member,
              "the name '\(name)' is repeated in this object: the last value counts",
              repairs: [Repair("keep the last one", offsets.map { .remove($0) }, effect: .none)],
              otherwise: "keep one of them")
          }
          earlier[name, default: []].append(member.node.offset)
        }
      }
    },
    AppleRule("unknown-key", check: UnknownKey.check),
    AppleRule("pattern-as-key", each: \.components) { rule, report in
      for (name, spot) in rule.spot.names where name.hasPrefix("/") && name != "/" {
        let path = withWildcards(name)
        let write = Repair(
          "write {\"/\": \"\(path)\"}",
          [.remove(spot.node.offset), .add("/", .string(path), to: rule.spot.node.offset)],
          effect: .corrects(rule: rule.spot.path))
        report.finding(
          .error, spot,
          "'\(name)' is not a key of a rule: it is ignored, which makes the rule broader",
          repairs: rule.spot.member("/") == nil ? [write] : [.delete(spot)],
          otherwise: "the key of a path is '/', the path is its value")
      }
    },
    AppleRule("exclude-in-entry", each: \.entries) { entry, report in
      guard let exclude = entry.spot.member("exclude") else { return }
      report.finding(
        .error, exclude,
        "'exclude' is a key of a rule, not of an entry: it is ignored, so nothing is excluded",
        repairs: [moving(exclude, in: entry)].compactMap(\.self),
        otherwise:
          "write {\"/\": \"…\", \"exclude\": true} for each path, in front of the other rules")
    },
    AppleRule("nested-service") { file, report in
      let inside = (file.applinks?.names ?? []) + file.entries.flatMap(\.spot.names)
      for (name, spot) in inside where services.contains(name) {
        let move = Repair(
          "move it to the top level of the file, beside 'applinks'",
          [.remove(spot.node.offset), .add(name, spot.node.value, to: file.root.node.offset)],
          effect: .none)
        report.finding(
          .error, spot, "the service '\(name)' is inside 'applinks', where it is ignored",
          repairs: file.root.member(name) == nil ? [move] : [],
          otherwise: "the top level of the file has '\(name)' too: merge the two there")
      }
    },
    AppleRule("service-without-apps", each: \.otherServices) { service, report in
      guard service.spot.node.object != nil else { return }
      let apps = service.spot.member("apps")
      guard apps == nil || apps?.node.array?.isEmpty == true else { return }
      report.warning(
        apps ?? service.spot, "'\(service.name)' names no app, so it has no effect",
        help: "write {\"apps\": [\"<prefix>.<bundle ID>\"]}, or leave the service out")
    },
    AppleRule("service-details", each: \.otherServices) { service, report in
      for (key, spot) in service.spot.names
      where ["details", "appID", "appIDs", "components", "paths"].contains(key) {
        report.error(
          spot, "'\(key)' is not a key of '\(service.name)': it is ignored",
          help: "list the identifiers under 'apps'")
      }
    },
    AppleRule("wrong-type", check: WrongType.check),
    AppleRule("query-value-type", each: \.components) { rule, report in
      for (name, value) in rule.spot.member("?")?.members ?? [] where value.string == nil {
        report.error(
          value,
          "found \(value.node.value.kindName), which voids all of '?', not only '\(name)': "
            + "expected a pattern",
          help: "\"?*\" is a pattern for any value, \"\" for none")
      }
    },
    AppleRule("no-details") { file, report in
      guard let applinks = file.applinks, file.association.applinks?.details.isEmpty == true,
        file.association.applinks?.isUnwrappedEntry == false,
        (applinks.member("details")?.elements ?? []).isEmpty,
        !UnknownKey.isMeant(["details"], in: applinks, among: UnknownKey.links)
      else { return }
      report.warning(
        applinks.member("details") ?? applinks,
        "'applinks' has no entries in 'details': no URL opens an app",
        help: "add {\"appIDs\": […], \"components\": […]}")
    },
    AppleRule("apps-not-empty") { file, report in
      guard let apps = file.applinks?.member("apps"), apps.node.array?.isEmpty == false else {
        return
      }
      report.warning(
        apps, "'apps' of 'applinks' is not empty: expected [] or no 'apps'",
        help: "put identifiers in 'appIDs' of the entries")
    },
    AppleRule("apps-missing") { file, report in
      guard let links = file.association.applinks, let applinks = file.applinks,
        !links.hasEmptyApps,
        applinks.member("apps") == nil, !links.isDictionary,
        links.details.contains(where: { $0.appID != nil && $0.paths != nil })
      else { return }
      report.finding(
        .note, applinks, "'apps' is missing: systems before iOS 13 require it beside 'details'",
        repairs: [
          Repair(
            "add \"apps\": []", [.add("apps", .array([]), to: applinks.node.offset)], effect: .none)
        ])
    },
    AppleRule("details-dictionary") { file, report in
      guard let links = file.association.applinks, let details = file.applinks?.member("details")
      else { return }
      if links.isUnwrappedEntry {
        report.error(
          details, "'details' is an entry itself: expected an array of entries",
          help: "wrap the entry in [ ]")
      } else if links.isDictionary {
        report.finding(
          .warning, details,
          "'details' is a dictionary, whose entries have no order: expected an array",
          repairs: [array(details)])
      }
    },
  ]

  static let services = ["applinks"] + AppSiteAssociation.otherServices

  /// The services that the file has beside `applinks`.
  var otherServices: [(name: String, spot: Spot)] {
    AppSiteAssociation.otherServices.compactMap { name in
      root.member(name).map { (name, $0) }
    }
  }

  /// The paths that an `exclude` of an entry lists become the first rules of the entry.
  private static func moving(_ exclude: Spot, in entry: Entry) -> Repair? {
    let paths = exclude.node.array?.compactMap(\.string) ?? []
    let list = entry.spot.member("components")
    guard let first = paths.first, let next = list?.elements.first else { return nil }
    let rules = paths.map { path in
      JSONNode(offset: -1, value: .object(["/": .string(path), "exclude": .bool(true)]))
    }
    let rulePaths = paths.indices.map { "\(entry.details.path).components[\($0)]" }
    return Repair(
      "begin the rules with {\"/\": \"\(first)\", \"exclude\": true}",
      [.insert(rules, before: next.node.offset), .remove(exclude.node.offset)],
      effect: .decides(rules: Set(rulePaths)))
  }

  /// Every key of a dictionary becomes the `appID` of its entry, which systems before iOS 13 read
  /// too.
  private static func array(_ details: Spot) -> Repair {
    let entries = (details.node.object ?? []).compactMap { member -> JSONNode? in
      guard let members = member.node.object else { return nil }
      let identifier = JSONMember(
        name: "appID", nameOffset: member.nameOffset,
        node: JSONNode(offset: member.nameOffset, value: .string(member.name)))
      return JSONNode(offset: member.node.offset, value: .object([identifier] + members))
    }
    return Repair(
      "write [{\"appID\": \"…\", \"paths\": […]}]",
      [.replace(details.node.offset, .array(entries))], effect: .none)
  }
}
