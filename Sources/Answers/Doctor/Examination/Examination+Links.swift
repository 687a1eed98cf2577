import AppAssociation
import AssociationValidation
import Questions
import WebSyntax

extension Examination {
  // MARK: - Apps

  /// Checks that no document names apps of another environment.
  func environment() -> CheckResult {
    guard let foreign = expected.foreign else {
      return skip(.environment, "no configuration says so")
    }
    guard !foreign.isEmpty else {
      return skip(.environment, "the configuration has one environment")
    }
    let harmony = host.documents[.appLinking].map(\.body) ?? []
    for (name, bytes) in [
      ("apple-app-site-association", text(apple)?.text ?? []),
      ("assetlinks.json", text(android)?.text ?? []), ("applinking.json", harmony),
    ] {
      let found = AssociationLinter.otherEnvironments(in: bytes, foreign: foreign)
      if let first = found.first {
        return fail(.environment, "\(name): \(first.message.shown(limit: 400))")
      }
    }
    return pass(.environment, "no document names an app of another environment")
  }

  /// Apple's file, if it was received and is readable.
  private var association: AppSiteAssociation? {
    guard case .apple(let file) = try? text(apple)?.decoded(kind: .apple) else { return nil }
    return file
  }

  func expectedApps() -> CheckResult {
    guard !expected.apps.isEmpty else { return skip(.expectedApps, "no --app was given") }
    guard let association else {
      return skip(.expectedApps, following: cause(apple) ?? .aasaValid)
    }
    let named = Set(association.applinkIdentifiers)
    guard let missing = expected.apps.first(where: { !named.contains($0) }) else {
      return pass(.expectedApps, expected.apps.joined(separator: ", ").shown(limit: 400))
    }
    let listed = named.sorted().prefix(3).joined(separator: ", ")
    return fail(
      .expectedApps,
      "the file does not name \(missing.shown)"
        + (listed.isEmpty ? "" : ", only \(listed)".shown(limit: 400)))
  }

  func expectedPackages() -> CheckResult {
    guard !expected.packages.isEmpty else {
      return skip(.expectedPackages, "no --package was given")
    }
    guard let assetLinks else {
      return skip(.expectedPackages, following: cause(android) ?? .assetlinksValid)
    }
    for package in expected.packages {
      let own = assetLinks.statements.filter { $0.packageName == package.name && $0.opensURLs }
      guard !own.isEmpty else {
        return fail(
          .expectedPackages, "the file does not name \(package.name.shown)",
          help: "name the app under apps.NAME.android, with its packageName and "
            + "sha256CertFingerprints, and in the site's routes")
      }
      let known = Set(own.flatMap(\.fingerprints).map { $0.uppercased() })
      if let missing = package.fingerprints.first(where: { !known.contains($0) }) {
        return fail(
          .expectedPackages, "\(package.name.shown) has a different certificate from \(missing)")
      }
    }
    return pass(
      .expectedPackages, expected.packages.map(\.name).joined(separator: ", ").shown(limit: 400))
  }

  func entitlements() -> CheckResult {
    guard let entitlements = expected.entitlements else {
      return skip(.entitlements, "no --entitlements was given")
    }
    let own = entitlements.associatedDomains.compactMap(AssociatedDomain.init)
      .filter { $0.service == "applinks" && $0.host.matches(host.host) }
    guard let domain = own.first(where: { $0.mode == nil }) ?? own.first else {
      return fail(
        .entitlements, "the app does not name applinks:\(host.host)",
        help: "add applinks:\(host.host) under Signing & Capabilities, Associated Domains")
    }
    if let mode = domain.mode {
      return warn(
        .entitlements, "the app names the host only with mode=\(mode.shown)",
        help: "remove ?mode=\(mode.shown) from the released app: it works on phones of "
          + "developers only")
    }
    if let identifier = entitlements.applicationIdentifier, let association,
      !association.applinkIdentifiers.contains(identifier)
    {
      return fail(
        .entitlements, "the file does not name the app \(identifier.shown)",
        help: DoctorCheck.expectedApps.page.remedy)
    }
    return pass(.entitlements, "the app names \(domain.text.shown)")
  }

  // MARK: - Links

  func shortLink() -> CheckResult {
    guard let first = host.shortLinks.first else {
      return skip(.shortLink, "no short link of the host is known")
    }
    let url = first.answer.url.shown(limit: 120)
    for visitor in host.shortLinks {
      let answer = visitor.answer
      guard let status = answer.status else {
        return fail(.shortLink, "\(visitor.agent) gets no answer from \(url): \(answer.outcome)")
      }
      guard status == 200 || answer.isRedirect else {
        return fail(.shortLink, "\(visitor.agent) gets \(status) from \(url)")
      }
      if answer["location"] == answer.url {
        return fail(.shortLink, "\(url) leads \(visitor.agent) back to itself")
      }
      if answer["set-cookie"] != nil {
        return warn(
          .shortLink, "\(url) sets a cookie",
          help: "find what sets it: Keiro sets none, but a web server or bot wall before it may")
      }
    }
    let statuses = host.shortLinks.map { "\($0.agent) \($0.answer.outcome)" }
    return pass(.shortLink, "\(url): " + statuses.joined(separator: ", "))
  }

  func unknownLink() -> CheckResult {
    guard let answer = host.unknownLink else {
      return skip(.unknownLink, "the host has no short links")
    }
    guard let status = answer.status else {
      return skip(.unknownLink, answer.outcome)
    }
    return [404, 410].contains(status) || answer.isRedirect
      ? pass(.unknownLink, answer.outcome)
      : warn(.unknownLink, "a made-up short link answers \(status)")
  }

  func ownPaths() -> CheckResult {
    guard let answer = host.resolve else { return skip(.ownPaths, "no configuration says so") }
    guard let status = answer.status, answer.failure == nil else {
      return fail(.ownPaths, "/_keiro/resolve: \(answer.outcome)")
    }
    let type = answer.mediaType ?? "no type"
    return type == "application/json" || type == "application/problem+json"
      ? pass(.ownPaths, "/_keiro/resolve answers \(status)")
      : fail(.ownPaths, "/_keiro/resolve answers \(status) with \(type.shown), not Keiro's JSON")
  }

  func management() -> CheckResult {
    guard !host.managementPaths.isEmpty else {
      return skip(.managementHidden, "the paths were not requested")
    }
    let open = host.managementPaths.first { answer in
      switch answer.status {
      case 401: answer.mediaType == "application/problem+json"
      case 200:
        answer.mediaType == "text/plain" && answer.body.starts(with: "# HELP ".utf8)
          || answer.mediaType == "application/json" && answer.url.hasSuffix("/openapi.json")
      default: false
      }
    }
    return open.map {
      fail(.managementHidden, "\($0.url.shown) is public and answers \($0.outcome)")
    }
      ?? pass(.managementHidden, "not on this host")
  }
}

/// An entry of an app's associated domains: `applinks:www.example.com?mode=developer`.
private struct AssociatedDomain {
  let text: String
  let service: String
  let host: HostPattern
  /// The mode: `developer`, `managed` or both; nil without one.
  let mode: String?

  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let rest = parts[1].split(separator: "?", maxSplits: 1)
    guard let name = rest.first, let host = HostPattern(String(name)) else { return nil }
    self.text = text
    self.service = String(parts[0])
    self.host = host
    let query = rest.count == 2 ? rest[1].split(separator: "&") : []
    mode = query.first { $0.hasPrefix("mode=") }.map { String($0.dropFirst(5)) }
  }
}

extension AppSiteAssociation {
  /// The identifiers that `applinks` names.
  var applinkIdentifiers: [String] {
    (applinks?.details ?? []).flatMap { ($0.appIDs ?? []) + ($0.appID.map { [$0] } ?? []) }
  }
}
