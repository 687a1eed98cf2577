import AppAssociation
import AssociationValidation
import JSONSyntax
import Questions

extension Examination {
  // MARK: - Google's API

  /// The response of `statements.list`.
  private struct StatementList {
    var statements: [(package: String, fingerprint: String)] = []
    var count = 0
    var errors: [String] = []
    var debug: String?

    init?(_ answer: Observed) {
      guard let document = try? JSONDocument(parsing: answer.body, depthLimit: 32),
        document.root.object != nil
      else { return nil }
      let list = document.root.member("statements")?.array ?? []
      count = list.count
      for statement in list.prefix(10_000) {
        let app = statement.member("target")?.member("androidApp")
        guard let package = app?.member("packageName")?.string else { continue }
        let fingerprint = app?.member("certificate")?.member("sha256Fingerprint")?.string ?? ""
        statements.append((package, fingerprint.uppercased()))
      }
      let codes = document.root.member("errorCode")
      errors = codes?.array?.compactMap(\.string) ?? codes?.string.map { [$0] } ?? []
      debug = document.root.member("debugString")?.string
      if let message = document.root.member("error")?.member("message")?.string {
        errors.append(message)
      }
    }
  }

  func google(_ check: DoctorCheck) -> Judgement {
    guard let answer = host.googleAPI else {
      return .skip(
        expected.isPrivate ? "Google cannot see a private host" : "Google's API was not asked")
    }
    return check == .googleAPI ? list(answer) : listMatches(answer)
  }

  private func list(_ answer: Observed) -> Judgement {
    guard let status = answer.status, answer.failure == nil else {
      return .warn(
        "Google's API could not be asked: \(answer.outcome)",
        help: "let this machine reach digitalassetlinks.googleapis.com")
    }
    let list = StatementList(answer)
    guard status == 200, let list else {
      let reason = list?.errors.first.map { ": \($0.shown)" } ?? ""
      return .fail("Google answers \(status)\(reason)")
    }
    let isAbsent = mayBeAbsent(.android) && self.answer(.android)?.status != 200
    if isAbsent, list.count == 0 { return .skip("the host serves no file") }
    if !list.errors.isEmpty {
      let words = list.errors.prefix(3).joined(separator: ", ").shown
      let debug = list.debug.flatMap(Self.reason).map { ": \($0)" } ?? ""
      let cause = obstacle(.android).map { ", which follows from \($0.check.rawValue)" } ?? ""
      return .fail("Google says: \(words)\(debug)\(cause)")
    }
    guard list.count > 0 else {
      let debug = list.debug.flatMap(Self.reason).map { ": \($0)" } ?? ""
      return .fail("Google has no statement of the host\(debug)")
    }
    return .pass(count(list.count, "statement"))
  }

  /// Returns the line of Google's debug text that describes an error, or else the first line.
  private static func reason(_ debug: String) -> String? {
    let lines = debug.split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("****") }
      .map { line in line.drop { $0 == "*" || $0 == " " } }
    return (lines.first { $0.hasPrefix("Error") } ?? lines.first { !$0.isEmpty }).map {
      String($0).shown(limit: 300)
    }
  }

  private func listMatches(_ answer: Observed) -> Judgement {
    guard answer.isDocument, let list = StatementList(answer), list.errors.isEmpty else {
      return .skip("Google has no statements")
    }
    guard let statements else { return .skip(following: cause(.android) ?? .assetlinksValid) }
    let wanted = statements.filter(\.opensURLs).flatMap { statement in
      statement.fingerprints.map { (package: statement.packageName ?? "", fingerprint: $0) }
    }
    let missing = wanted.first { want in
      !list.statements.contains {
        $0.package == want.package && $0.fingerprint == want.fingerprint.uppercased()
      }
    }
    guard let missing else { return .pass("\(count(wanted.count, "certificate")) of the file") }
    return .fail(
      "Google does not know \(missing.package.shown) with \(missing.fingerprint.shown(limit: 100))")
  }

  // MARK: - Included lists and robots

  /// The statements of Google's file and of the lists that it includes; nil without a readable file.
  var statements: [Statement]? {
    guard let assetLinks else { return nil }
    let lists = host.included.compactMap { answer -> AssetLinks? in
      guard Self.fault(ofList: answer) == nil,
        case .android(let links)? = try? answer.decoded(kind: .android)
      else { return nil }
      return links
    }
    return assetLinks.statements + lists.flatMap(\.statements)
  }

  /// The included lists that cannot be read, with the reason of each.
  var unreadLists: [(url: String, reason: String)] {
    host.included.compactMap { answer in Self.fault(ofList: answer).map { (answer.url, $0) } }
  }

  /// The same rules as for the file itself.
  private static func fault(ofList answer: Observed) -> String? {
    guard answer.isDocument else {
      let target =
        answer.isRedirect ? " to \((answer["location"] ?? "nowhere").shown(limit: 100))" : ""
      return answer.outcome + target
    }
    if answer.body.count > sizeLimit { return "more than \(sizeLimit) bytes" }
    do throws(UnreadableAssociation) {
      _ = try answer.decoded(kind: .android)
      return nil
    } catch {
      return error.finding.message
    }
  }

  func includes() -> Judgement {
    if let cause = cause(.android) { return .skip(following: cause) }
    guard !host.included.isEmpty else { return .skip("the file includes no list") }
    if let unread = unreadLists.first {
      return .fail("\(unread.url.shown(limit: 120)): \(unread.reason.shown)")
    }
    guard host.unreadIncludes == 0 else {
      return .warn(
        "\(host.included.count + host.unreadIncludes) lists are included: only ten are read")
    }
    return .pass("\(count(host.included.count, "list")) read")
  }

  /// Source: Google, "Credential Manager: prerequisites": Googlebot must be allowed to fetch the file.
  func robots() -> Judgement {
    if let cause = cause(.android) { return .skip(following: cause) }
    guard let answer = host.robots else { return .skip("it was not requested") }
    guard let status = answer.status, status == 200 || status >= 500 else {
      return .pass("there is no robots.txt (\(answer.outcome))")
    }
    guard status == 200 else {
      return .warn(
        "robots.txt answers \(status), which Googlebot takes for a refusal of "
          + "everything", help: "answer robots.txt with 200, or with 404 where there is none")
    }
    let rules = RobotsRules(answer.body, robot: "Googlebot")
    guard let refusal = rules.refusal(of: ProbedFile.android.path) else {
      return .pass("robots.txt lets Googlebot read the file")
    }
    return .warn(
      "line \(refusal.line) of robots.txt, '\(refusal.text.shown(limit: 100))', shuts Googlebot out of "
        + ProbedFile.android.path)
  }

  /// Google's file, if it was received and is readable.
  var assetLinks: AssetLinks? {
    guard case .android(let links) = try? text(.android)?.decoded(kind: .android) else {
      return nil
    }
    return links
  }
}

extension Statement {
  var opensURLs: Bool {
    packageName != nil && relations.contains(Statement.handleAllURLs)
  }
}
