import Cryptography
import Doctor
import JSONSyntax
import Links
import Outgoing
import Probing
import SiteModel
import System
import WebSyntax

/// `keiro doctor`: looks at deployed hosts from outside, and says what is wrong with them.
struct DoctorCommand {
  let request: DoctorRequest
  let now: Timestamp

  private struct Subject {
    var plans: [HostPlan]
    var rules = OutgoingRules()
    /// The file in which hosts stand; nil without one.
    var loaded: LoadedConfiguration?
  }

  func run(_ console: Console) -> ExitCode {
    var entitlements: Entitlements?
    if let path = request.entitlements {
      guard let bytes = CommandInput(path: path).read(console) else { return .environmentFailed }
      entitlements = Entitlements(String(decoding: bytes, as: UTF8.self))
      guard entitlements != nil else {
        console.complain(
          "keiro: '\(path)' names no associated domains: expected a property list with "
            + "com.apple.developer.associated-domains")
        return .negative
      }
    }
    do throws(ConfigurationFailure) {
      var subject = try subject()
      let server = subject.loaded?.configuration.server
      for index in subject.plans.indices {
        complete(&subject.plans[index], entitlements)
        subject.plans[index].expectation.endsTLS =
          subject.plans[index].target.isOwn && server?.endsTLS == true
      }
      guard !subject.plans.isEmpty else {
        console.complain("keiro: the configuration has no host without a wildcard: name one")
        return .negative
      }
      return examine(subject, console)
    } catch {
      let file = request.configuration ?? request.defaultConfiguration
      error.obstacle(file: file).forEach(console.complain)
      return error.exitCode
    }
  }

  // MARK: - What to look at

  private func subject() throws(ConfigurationFailure) -> Subject {
    guard let path = request.configuration else {
      // Nobody asked for a configuration: without one hosts are looked at for themselves.
      do throws(ConfigurationFailure) {
        return try subject(path: request.defaultConfiguration)
      } catch {
        guard case .unreadable = error else { throw error }
        return Subject(
          plans: request.hosts.map { host in
            named(HostPlan(host: host.name, port: port(of: host)), host)
          })
      }
    }
    return try subject(path: path)
  }

  private func subject(path: String) throws(ConfigurationFailure) -> Subject {
    let loaded = try ConfigurationLoader.load(path: path)
    let (snapshot, problems) = CompiledConfiguration.compile(loaded)
    guard let snapshot else { throw .invalid(problems) }
    let nonce = RandomBytes.base62(12) ?? "unknown"
    let plans =
      request.hosts.isEmpty
      ? HostPlan.hosts(of: snapshot).map { host in
        HostPlan(host: host, port: port(of: host), in: snapshot, nonce: nonce)
      }
      : request.hosts.map { host in
        named(HostPlan(host: host.name, port: port(of: host), in: snapshot, nonce: nonce), host)
      }
    return Subject(plans: plans, rules: loaded.configuration.outgoing, loaded: loaded)
  }

  /// With the name under which the host was asked for.
  private func named(_ plan: HostPlan, _ host: DoctorRequest.Host) -> HostPlan {
    var plan = plan
    if host.port != 443 { plan.target.name = "\(host.name):\(host.port)" }
    return plan
  }

  private func port(of host: DoctorRequest.Host) -> Int {
    host.port == 443 ? port(of: host.name) : host.port
  }

  /// A place that was given for another port than 443 alone is where https is.
  private func port(of host: String) -> Int {
    let ports = request.resolved.filter { $0.host == host && $0.port != 80 }.map(\.port)
    return ports.contains(443) ? 443 : ports.first ?? 443
  }

  private func complete(_ plan: inout HostPlan, _ entitlements: Entitlements?) {
    plan.expectation.apps = request.apps
    plan.expectation.packages = request.packages
    plan.expectation.entitlements = entitlements
    plan.expectation.isPrivate = request.isPrivate
  }

  private var settings: (OutgoingRules) -> ProbeSettings {
    { rules in
      var settings = ProbeSettings(rules: rules)
      if request.isPrivate { settings.rules.allowNetworks = .everywhere }
      if let file = request.authorities { settings.rules.authorities = file }
      settings.rules.ports.formUnion(request.hosts.map(\.port))
      settings.resolved = request.resolved
      settings.appleCDN = request.appleCDN
      settings.googleAPI = request.googleAPI
      settings.isPrivate = request.isPrivate
      if !request.nameServers.isEmpty { settings.nameServers = request.nameServers }
      settings.setTimeout(request.timeout)
      return settings
    }
  }

  // MARK: - Looking

  private func examine(_ subject: Subject, _ console: Console) -> ExitCode {
    if let file = request.authorities {
      do throws(FileReadError) {
        _ = try readFile(file, limit: 16 << 20)
      } catch {
        console.complain("keiro: cannot read '\(file)': \(error.message)")
        return .environmentFailed
      }
    }
    let doctor: HostDoctor
    do throws(OutgoingError) {
      doctor = try HostDoctor(settings(subject.rules))
    } catch {
      console.complain("keiro: \(error.message)")
      return .environmentFailed
    }
    let bar = ProgressLine(total: subject.plans.count, noun: "hosts", console)
    let report = doctor.examine(subject.plans, now: now) { bar.advance() }
    bar.clear()
    show(report, subject, console)
    if !report.hosts.contains(where: \.isReached) { return .environmentFailed }
    return report.hosts.contains { $0.worst == .fail } ? .negative : .done
  }

  private func show(_ report: DoctorReport, _ subject: Subject, _ console: Console) {
    switch request.format {
    case .text:
      let text = DoctorText(console: console, showsEvidence: request.showsEvidence)
      for host in report.hosts { text.print(host) }
    case .json: console.print(report.document)
    case .sarif, .github:
      let rules = DoctorCheck.allCases.map { check in
        SARIFLog.Rule(id: check.rawValue, summary: check.page.subject, help: check.page.remedy)
      }
      console.print(diagnostics(report, subject), as: request.format, rules: rules)
    }
  }

  /// At the line of the configuration where the host stands, or of the host itself.
  private func diagnostics(_ report: DoctorReport, _ subject: Subject) -> [Diagnostic] {
    let places = subject.loaded?.places()
    return report.hosts.flatMap { host -> [Diagnostic] in
      let path = subject.loaded.flatMap { self.path(of: host.host, in: $0) }
      let position = path.flatMap { places?.position(path: $0) }
      return host.results.compactMap { result in
        guard result.verdict == .fail || result.verdict == .warn else { return nil }
        return Diagnostic(
          rule: result.check.rawValue, severity: result.verdict == .fail ? .error : .warning,
          file: position == nil ? "https://\(host.host)/" : subject.loaded?.file ?? "",
          line: position?.line, column: position?.column,
          message: "\(host.host): \(result.evidence)", help: result.help)
      }
    }
  }

  private func path(of host: String, in loaded: LoadedConfiguration) -> String? {
    let name = host.prefix { $0 != ":" }
    for (number, site) in loaded.configuration.service.sites.enumerated() {
      if let index = site.hosts.firstIndex(where: { $0.matches(String(name)) }) {
        return "sites[\(number)].hosts[\(index)]"
      }
      if site.alternateHost?.matches(String(name)) == true {
        return "sites[\(number)].alternateHost"
      }
    }
    return nil
  }
}
