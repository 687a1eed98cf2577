import AssociationValidation
package import Links

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
        ? limited(check) ?? result(of: check) : skip(check, "no address of the host was reached")
    }
    return HostReport(host: host.name, results: results, isReached: found, time: now)
  }

  private func result(of check: DoctorCheck) -> CheckResult {
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

  // MARK: - Verdicts

  func pass(_ check: DoctorCheck, _ evidence: String) -> CheckResult {
    CheckResult(check, .pass, evidence)
  }

  func warn(_ check: DoctorCheck, _ evidence: String, help: String? = nil) -> CheckResult {
    CheckResult(check, .warn, evidence, help: help ?? remedy(check))
  }

  func fail(_ check: DoctorCheck, _ evidence: String, help: String? = nil) -> CheckResult {
    CheckResult(check, .fail, evidence, help: help ?? remedy(check))
  }

  func skip(_ check: DoctorCheck, _ evidence: String) -> CheckResult {
    CheckResult(check, .skip, evidence)
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
