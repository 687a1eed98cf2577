import AppAssociation
import WebSyntax

/// The check of an app's entitlements against the file, in both directions.
extension Examination {
  /// Says all that is wrong with entries and services, the failures or else the warnings, at once.
  func entitlements() -> Judgement {
    guard let entitlements = expected.entitlements else {
      return .skip("no --entitlements was given")
    }
    let own = entitlements.associatedDomains.compactMap(AssociatedDomain.init).filter(concerns)
    let misses = misses(entitlements, own)
    var remarks =
      own.flatMap { $0.faults(at: host.host) }
      .map { Judgement.fail($0.evidence, help: $0.help) } + misses.map(remark(on:))
    remarks += AssociatedDomain.services.compactMap {
      remark(on: $0, own, misses, entitlements.applicationIdentifier)
    }
    for verdict in [DoctorVerdict.fail, .warn] {
      let found = remarks.filter { $0.verdict == verdict }
      guard !found.isEmpty else { continue }
      let evidence = found.map(\.evidence).joined(separator: "; ").shown(limit: 800)
      let help = found.compactMap(\.help).joined(separator: "; ").shown(limit: 800)
      return Judgement(verdict: verdict, evidence: evidence, help: help)
    }
    let names = own.map { $0.text.shown(limit: 100) }.joined(separator: ", ")
    return .pass("the app names \(names.shown(limit: 400))")
  }

  /// Whether an entry is about the host: it covers it, or is a wildcard of App Clips for it.
  private func concerns(_ domain: AssociatedDomain) -> Bool {
    domain.covers(host.host) || domain.service == "appclips" && domain.host.name == host.host
  }

  // MARK: - Entries

  /// The entries that were meant for the host, where the right one is missing.
  private func misses(_ entitlements: Entitlements, _ own: [AssociatedDomain]) -> [NearMiss] {
    let unread = entitlements.associatedDomains.filter { text in
      AssociatedDomain(text).map { !concerns($0) } ?? true
    }
    return unread.compactMap { NearMiss($0, for: host.host) }
      .filter { miss in !own.contains { $0.text == miss.correction } }
  }

  private func remark(on miss: NearMiss) -> Judgement {
    .fail(
      "the app names '\(miss.text.shown)', which has \(miss.faults.joined(separator: " and ").shown)",
      help: "write \(miss.correction.shown) under Signing & Capabilities, Associated Domains")
  }

  // MARK: - Services

  private func remark(
    on service: String, _ own: [AssociatedDomain], _ misses: [NearMiss], _ app: String?
  ) -> Judgement? {
    // Of several wildcards the longest counts (Apple, Supporting Associated Domains).
    let named = own.filter {
      $0.service == service && !($0.host.isWildcard && service == "appclips")
    }.sorted { $0.file.utf8.count > $1.file.utf8.count }
    guard
      let domain = named.first(where: { !$0.host.isWildcard && $0.mode == nil })
        ?? named.first(where: { !$0.host.isWildcard }) ?? named.first(where: { $0.mode == nil })
        ?? named.first
    else {
      guard !own.contains(where: { $0.service == service }),
        !misses.contains(where: { $0.correction.hasPrefix(service + ":") })
      else { return nil }
      return unnamed(service, own, app)
    }
    let modes = named.compactMap(\.mode)
    if modes.count == named.count, let mode = modes.first(where: AssociatedDomain.modes.contains) {
      let whom = mode == "managed" ? "phones that an organisation manages" : "phones of developers"
      return .warn(
        "the app names the host only with mode=\(mode.shown)",
        help: "remove ?mode=\(mode.shown) from the released app: it works on \(whom) only")
    }
    guard domain.host.isWildcard else { return remark(on: domain, in: association, app) }
    return wildcard(domain, app)
  }

  /// A service of the file that the app does not name for the host.
  private func unnamed(_ service: String, _ own: [AssociatedDomain], _ app: String?)
    -> Judgement?
  {
    let listed = association.map { $0.identifiers(of: service) } ?? []
    // The identifier of an App Clip begins with that of its app, which names the host, too.
    let isWanted =
      app.map { app in
        listed.contains { $0 == app || service == "appclips" && $0.hasPrefix(app + ".") }
      } ?? false
    let help = "add \(service):\(host.host) under Signing & Capabilities, Associated Domains"
    if service == "applinks", own.isEmpty || isWanted || app == nil && !listed.isEmpty {
      return .fail("the app does not name applinks:\(host.host)", help: help)
    }
    guard isWanted else { return nil }
    return .warn(
      "the file names the app under \(service), but the app does not name "
        + "\(service):\(host.host)", help: help)
  }

  /// The service of an entry in the file that systems fetch for it; nil for a file that has its own
  /// findings.
  private func remark(
    on domain: AssociatedDomain, in file: AppSiteAssociation?, _ app: String?
  ) -> Judgement? {
    guard let file else { return nil }
    let listed = file.identifiers(of: domain.service)
    let named = domain.text.shown(limit: 100)
    let help =
      domain.service == "applinks"
      ? DoctorCheck.expectedApps.page.remedy
      : "name the app in the file under \(domain.service).apps: in Keiro, under sites[].\(domain.service)"
    guard !listed.isEmpty else {
      return .fail(
        "the app names \(named), but the file names no app under "
          + domain.service, help: help)
    }
    guard let app, !listed.contains(app) else { return nil }
    // The identifier of an App Clip begins with its app's.
    if domain.service == "appclips", listed.contains(where: { $0.hasPrefix(app + ".") }) {
      return nil
    }
    return .fail(
      "the file does not name the app \(app.shown)"
        + (domain.service == "applinks" ? "" : " under \(domain.service)"), help: help)
  }

  /// Systems fetch the file of a wildcard from the name without it.
  ///
  /// Source: Apple, TN3155 and developer forums, thread 770627.
  private func wildcard(_ domain: AssociatedDomain, _ app: String?) -> Judgement? {
    guard let answer = host.apexes[domain.file] else {
      return .warn(
        "the app names \(domain.text.shown) alone, and \(domain.file), which serves the file of "
          + "this wildcard, was not asked",
        help:
          "give its address with --resolve \(domain.file):443:ADDRESS, or see that it serves the file"
      )
    }
    guard answer.isAssociation(.apple) else {
      return .fail(
        "the app names \(domain.text.shown) alone, whose file systems fetch from "
          + "\(domain.file), where the answer is \(answer.isDocument ? "no file" : answer.outcome)",
        help: "serve the file at https://\(domain.file)\(ProbedFile.apple.path) too, or name "
          + "\(domain.service):\(host.host) in the app")
    }
    guard case .apple(let file) = try? answer.decoded(kind: .apple) else { return nil }
    return remark(on: domain, in: file, app)
  }
}

extension AppSiteAssociation {
  var applinkIdentifiers: [String] {
    (applinks?.details ?? []).flatMap { ($0.appIDs ?? []) + ($0.appID.map { [$0] } ?? []) }
  }

  func identifiers(of service: String) -> [String] {
    service == "applinks"
      ? applinkIdentifiers : services.filter { $0.name == service }.flatMap(\.apps)
  }
}
