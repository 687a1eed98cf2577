import AssociationValidation
package import Links

/// What a check finds, as one line without an initial capital or a full stop; without help the remedy of
/// the documentation is given.
struct Judgement {
  let verdict: DoctorVerdict
  let evidence: String
  var help: String?

  static func pass(_ evidence: String) -> Self { Self(verdict: .pass, evidence: evidence) }

  static func warn(_ evidence: String, help: String? = nil) -> Self {
    Self(verdict: .warn, evidence: evidence, help: help)
  }

  static func fail(_ evidence: String, help: String? = nil) -> Self {
    Self(verdict: .fail, evidence: evidence, help: help)
  }

  static func skip(_ evidence: String) -> Self { Self(verdict: .skip, evidence: evidence) }

  static func skip(following cause: DoctorCheck) -> Self {
    .skip("there is no file to check: see \(cause.rawValue)")
  }
}

typealias Obstacle = (check: DoctorCheck, judgement: Judgement)

/// Turns the observations of a host into verdicts. Sends no requests and reads no clock.
package struct Examination {
  let host: HostObservation
  let expected: HostExpectation
  let now: Timestamp

  package init(_ host: HostObservation, expecting expected: HostExpectation, now: Timestamp) {
    self.host = host
    self.expected = expected
    self.now = now
  }

  /// Returns the result of every check, in the order of `DoctorCheck`.
  package func report() -> HostReport {
    let found = host.addresses.contains(where: \.isReached)
    let results = DoctorCheck.allCases.map { check in
      // Name checks are also meaningful for an unreachable host, and so are those of the platforms.
      found || [.dns, .dnsAddresses, .dnsSignatures, .international].contains(check)
        || check.group == .appleCDN || check == .googleAPI
        ? result(of: check) : CheckResult(check, .skip, "no address of the host was reached")
    }
    return HostReport(host: host.name, results: results, isReached: found, time: now)
  }

  private func result(of check: DoctorCheck) -> CheckResult {
    let found = limited(check) ?? judgement(of: check)
    let needsHelp = found.verdict == .warn || found.verdict == .fail
    return CheckResult(
      check, found.verdict, found.evidence,
      help: found.help ?? (needsHelp ? remedy(check) : nil))
  }

  private func judgement(of check: DoctorCheck) -> Judgement {
    switch check {
    case .dns: lookup()
    case .dnsAddresses: connections()
    case .dnsRecords: records()
    case .dnsSignatures: signatures()
    case .dnsAuthority: authorities()
    case .international: international()
    case .tlsChain, .tlsExpiry, .tlsVersion, .tlsKey, .tlsAddresses, .tlsUsage, .hsts:
      encryption(check)
    case .httpRedirect: plainRedirect()
    case .otherName: otherName()
    case .aasaStatus, .assetlinksStatus: status(file(of: check))
    case .aasaRedirect, .assetlinksRedirect: redirect(file(of: check))
    case .aasaContentType, .assetlinksContentType: contentType(file(of: check))
    case .aasaSize: size()
    case .aasaTime, .assetlinksTime: time(file(of: check))
    case .aasaAgents, .assetlinksAgents: sameForAgents(file(of: check))
    case .aasaAddresses, .assetlinksAddresses: sameAtAddresses(file(of: check))
    case .aasaHead: head()
    case .aasaCompression: compression()
    case .aasaValid, .assetlinksValid: valid(file(of: check))
    case .aasaMatchesConfig, .assetlinksMatchesConfig: matches(file(of: check))
    case .aasaRoot: root()
    case .appleCDN, .appleCDNMatches: appleCDN(check)
    case .assetlinksInclude: includes()
    case .assetlinksRobots: robots()
    case .googleAPI, .googleAPIMatches: google(check)
    case .webAuthn, .passkeyEndpoints, .appLinking: document(check)
    case .changePassword: changePassword()
    case .environment: environment()
    case .expectedApps: expectedApps()
    case .expectedPackages: expectedPackages()
    case .entitlements: entitlements()
    case .shortLink: shortLink()
    case .unknownLink: unknownLink()
    case .ownPaths: ownPaths()
    case .managementHidden: management()
    }
  }

  private func file(of check: DoctorCheck) -> ProbedFile {
    check.group == .aasa ? .apple : .android
  }

  /// Returns the remedy of the documentation with the name of this host.
  func remedy(_ check: DoctorCheck) -> String {
    check.page.remedy.split(separator: "HOST", omittingEmptySubsequences: false)
      .joined(separator: host.host)
  }

  // MARK: - Facts

  /// The addresses at which something answers.
  var reached: [AddressObservation] { host.addresses.filter(\.isReached) }

  /// The address whose answers are judged: the first that answers at all.
  var main: AddressObservation? {
    reached.first { $0.apple.status != nil } ?? reached.first
  }

  /// Formats a number with its noun, as in `3 files` or `1 file`.
  func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) minutes"
    case ..<172_800: "\(seconds / 3600) hours"
    default: "\(seconds / 86_400) days"
    }
  }
}
