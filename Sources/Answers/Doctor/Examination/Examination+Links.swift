import AppAssociation
import AssociationValidation
import Questions
import WebSyntax

extension Examination {
  // MARK: - Apps

  func environment() -> Judgement {
    guard let foreign = expected.foreign else { return .skip("no configuration says so") }
    guard !foreign.isEmpty else { return .skip("the configuration has one environment") }
    let harmony = host.documents[.appLinking].map(\.body) ?? []
    for (name, bytes) in [
      ("apple-app-site-association", text(.apple)?.text ?? []),
      ("assetlinks.json", text(.android)?.text ?? []), ("applinking.json", harmony),
    ] {
      let found = AssociationLinter.otherEnvironments(in: bytes, foreign: foreign)
      if let first = found.first { return .fail("\(name): \(first.message.shown(limit: 400))") }
    }
    return .pass("no document names an app of another environment")
  }

  /// Apple's file, if it was received and is readable.
  var association: AppSiteAssociation? {
    guard case .apple(let file) = try? text(.apple)?.decoded(kind: .apple) else { return nil }
    return file
  }

  func expectedApps() -> Judgement {
    guard !expected.apps.isEmpty else { return .skip("no --app was given") }
    guard let association else { return .skip(following: cause(.apple) ?? .aasaValid) }
    let named = Set(association.applinkIdentifiers)
    guard let missing = expected.apps.first(where: { !named.contains($0) }) else {
      return .pass(expected.apps.joined(separator: ", ").shown(limit: 400))
    }
    let listed = named.sorted().prefix(3).joined(separator: ", ")
    return .fail(
      "the file does not name \(missing.shown)"
        + (listed.isEmpty ? "" : ", only \(listed)".shown(limit: 400)))
  }

  func expectedPackages() -> Judgement {
    guard !expected.packages.isEmpty else { return .skip("no --package was given") }
    guard let statements else { return .skip(following: cause(.android) ?? .assetlinksValid) }
    for package in expected.packages {
      let named = statements.filter { $0.packageName == package.name }
      let own = named.filter(\.opensURLs)
      guard !own.isEmpty else { return unnamed(package, named) }
      let known = Set(own.flatMap(\.fingerprints).map { $0.uppercased() })
      if let missing = package.fingerprints.first(where: { !known.contains($0) }) {
        return .fail("\(package.name.shown) has a different certificate from \(missing)")
      }
      let hasPasskeys = association?.services.contains {
        $0.name == "webcredentials" && !$0.apps.isEmpty
      }
      if hasPasskeys == true, !named.contains(where: { $0.relations.contains(Self.credentials) }) {
        return .warn(
          "the file names \(package.name.shown) for opening URLs only, and the host has webcredentials",
          help:
            "add \"\(Self.credentials)\" to its relation: without it the Android app has neither the "
            + "passkeys nor the passwords of the host")
      }
    }
    return .pass(expected.packages.map(\.name).joined(separator: ", ").shown(limit: 400))
  }

  private static let credentials = "delegate_permission/common.get_login_creds"

  /// The failure of a package without a statement for opening URLs.
  private func unnamed(
    _ package: HostExpectation.Package, _ named: [Statement]
  ) -> Judgement {
    let relations = Set(named.flatMap(\.relations)).sorted()
    guard relations.isEmpty else {
      let words = relations.prefix(3).joined(separator: ", ").shown
      return .fail(
        "the file names \(package.name.shown) for \(words) alone, not for opening URLs",
        help: "add \"\(Statement.handleAllURLs)\" to the relation of its statement")
    }
    guard unreadLists.isEmpty else { return .skip(following: .assetlinksInclude) }
    return .fail(
      "the file does not name \(package.name.shown)",
      help: "name the app under apps.NAME.android, with its packageName and "
        + "sha256CertFingerprints, and in the site's routes")
  }

  // MARK: - Links

  func shortLink() -> Judgement {
    guard let first = host.shortLinks.first else {
      return .skip("no short link of the host is known")
    }
    let url = first.answer.url.shown(limit: 120)
    for visitor in host.shortLinks {
      let answer = visitor.answer
      guard let status = answer.status else {
        return .fail(
          "\(visitor.agent) gets no answer from \(url): \(answer.outcome)", help: answer.help)
      }
      // It is asked with HEAD, which says nothing about GET where a server refuses the method.
      if status == 405 || status == 501 {
        return .warn(
          "\(url) answers HEAD with \(status), so what visitors get was not seen",
          help: remedy(.aasaHead))
      }
      guard status == 200 || answer.isRedirect else {
        return .fail("\(visitor.agent) gets \(status) from \(url)", help: answer.help)
      }
      if answer["location"] == answer.url {
        return .fail("\(url) leads \(visitor.agent) back to itself")
      }
      if answer["set-cookie"] != nil {
        return .warn(
          "\(url) sets a cookie",
          help: "find what sets it: Keiro sets none, but a web server or bot wall before it may")
      }
    }
    let statuses = host.shortLinks.map { "\($0.agent) \($0.answer.outcome)" }
    return .pass("\(url): " + statuses.joined(separator: ", "))
  }

  func unknownLink() -> Judgement {
    guard let answer = host.unknownLink else { return .skip("the host has no short links") }
    guard let status = answer.status else { return .skip(answer.outcome) }
    return [404, 410].contains(status) || answer.isRedirect
      ? .pass(answer.outcome)
      : .warn("a made-up short link answers \(status)", help: answer.help)
  }

  func ownPaths() -> Judgement {
    guard let answer = host.resolve else { return .skip("no configuration says so") }
    guard let status = answer.status, answer.failure == nil else {
      return .fail("/_keiro/resolve: \(answer.outcome)", help: answer.help)
    }
    let type = answer.mediaType ?? "no type"
    return type == "application/json" || type == "application/problem+json"
      ? .pass("/_keiro/resolve answers \(status)")
      : .fail(
        "/_keiro/resolve answers \(status) with \(type.shown), not Keiro's JSON", help: answer.help)
  }

  func management() -> Judgement {
    guard !host.managementPaths.isEmpty else { return .skip("the paths were not requested") }
    let open = host.managementPaths.first { answer in
      switch answer.status {
      case 401: answer.mediaType == "application/problem+json"
      case 200:
        answer.mediaType == "text/plain" && answer.body.starts(with: "# HELP ".utf8)
          || answer.mediaType == "application/json" && answer.url.hasSuffix("/openapi.json")
      default: false
      }
    }
    return open.map { .fail("\($0.url.shown) is public and answers \($0.outcome)") }
      ?? .pass("not on this host")
  }
}
