import AppAssociation
import AssociationValidation

/// Answers that change from one request to the next: a rate limit, and servers of which some fail.
/// Both are told before anything is put down to who asks.
extension Examination {
  // MARK: - Rate limits

  /// The one result for a rate limit of the host, in the place of what follows from it; nil without
  /// one.
  var limit: Obstacle? {
    for file in [ProbedFile.apple, .android] {
      let answers = everyAnswer(file)
      let limited = answers.filter(\.isRateLimit)
      guard !limited.isEmpty else { continue }
      let help =
        "except \(file.path) from the limit: its location needs no limit_req"
      guard answer(file)?.isRateLimit != true else {
        return (file.status, .fail("\(file.asker) gets 429, a rate limit", help: help))
      }
      return (
        file.status,
        .warn("\(limited.count) of \(answers.count) answers were 429, a rate limit", help: help)
      )
    }
    return nil
  }

  /// The result of a check whose answers show a rate limit that another check reports; nil for
  /// others.
  func limited(_ check: DoctorCheck) -> Judgement? {
    let answers: [Observed?] =
      switch check {
      case .httpRedirect: [host.plain]
      case .otherName: [host.apple.otherName?.answer]
      case .aasaAgents: host.apple.agents.map(\.answer) + host.apple.repeats
      case .aasaHead: [host.appleHead]
      case .aasaCompression: [host.appleUncompressed]
      case .assetlinksAgents: host.android.agents.map(\.answer) + host.android.repeats
      case .assetlinksRobots: [host.robots]
      case .shortLink: host.shortLinks.map(\.answer)
      case .unknownLink: [host.unknownLink]
      case .ownPaths: [host.resolve]
      case .changePassword: [host.changePassword, host.missingDocument]
      case .webAuthn, .passkeyEndpoints, .appLinking:
        [HostDocument(rawValue: check.rawValue).flatMap { host.documents[$0] }]
      default: []
      }
    guard answers.contains(where: { $0?.isRateLimit == true }), let limit else { return nil }
    return .skip("the answer is 429: see \(limit.check.rawValue)")
  }

  private func everyAnswer(_ file: ProbedFile) -> [Observed] {
    let plain = file.kind == .apple ? [host.appleHead, host.appleUncompressed] : []
    return askedAgents(file) + seen(file).repeats + plain.compactMap(\.self)
  }

  private func askedAgents(_ file: ProbedFile) -> [Observed] {
    [answer(file)].compactMap(\.self) + seen(file).agents.map(\.answer)
  }

  // MARK: - Unsteady answers

  /// The failure of a file that the same agent once gets and once does not; nil for steady answers.
  func unsteadiness(_ file: ProbedFile) -> Judgement? {
    let pairs = zip(askedAgents(file) + askedAgents(file), seen(file).repeats)
    guard pairs.contains(where: { $0.outcome != $1.outcome }) else { return nil }
    var all = askedAgents(file) + seen(file).repeats
    if file.kind == .apple, let plain = host.appleUncompressed, !plain.isDocument {
      all.append(plain)
    }
    let bad = all.filter { !$0.isDocument }
    guard let first = bad.first else { return nil }
    let alike = bad.count { $0.outcome == first.outcome }
    let others = Set(bad.map(\.outcome)).subtracting([first.outcome]).sorted()
    let rest = others.isEmpty ? "" : ", and others \(others.joined(separator: " or "))"
    let isGateway = (first.status ?? 0) >= 500
    let isLimit = first.status == 503 ? "; nginx's limit_req answers 503, too" : ""
    return .fail(
      "\(alike) of \(all.count) answers were \(first.outcome)\(rest), whoever asked",
      help: isGateway
        ? Self.gatewayHelp + "; where several servers share the name, one of them fails" + isLimit
        : "bring all servers behind the name to the same state: one of them answers differently")
  }

  /// The failure of a file whose content changes from one request to the next; nil for others.
  func turns(_ file: ProbedFile) -> Judgement? {
    let differing = zip(askedAgents(file) + askedAgents(file), seen(file).repeats).first {
      $0.isDocument && $1.isDocument && $0.body != $1.body
    }
    return differing.map { first, second in
      .fail(
        "different files in turn: \(first.body.count) bytes, then \(second.body.count) for the same "
          + "agent", help: remedy(file.addresses))
    }
  }

  /// Returns a reference to the failure of a file that changes from one request to the next; nil for
  /// others.
  func changing(_ file: ProbedFile) -> Judgement? {
    turns(file).map { _ in .skip("the file changes in turn: see \(file.agentsCheck.rawValue)") }
  }

  static let gatewayHelp =
    "see the logs of the web server and of Keiro; 502 means that the web server does not reach Keiro"
}

extension Observed {
  /// Whether the answer says that there were too many requests (RFC 6585, section 4).
  var isRateLimit: Bool { status == 429 }
}

extension FileObservation.OtherName {
  var answer: Observed? {
    if case .answered(_, let answer) = self { answer } else { nil }
  }
}
