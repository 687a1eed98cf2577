import AssociationValidation
import Cryptography
import Doctor
import JSONSyntax
import KeiroConfiguration
import Links
import Management
import Outgoing
import Probing
import SiteModel
import System
import WebSyntax

/// `keiro doctor`: examines deployed hosts from outside and reports what is wrong.
struct DoctorCommand {
  /// The path of the configuration; nil if a host is named without one.
  let configuration: String?
  /// The server that examines the hosts; nil to examine them from here.
  let server: ServerAddress?
  /// The path of a configuration that is used if it exists.
  let defaultConfiguration: String
  /// The hosts to examine; empty for all hosts of the configuration.
  let hosts: [Host]
  let format: ReportFormat
  let showsEvidence: Bool
  let resolved: [HostEndpoints]
  let authorities: String?
  let isPrivate: Bool
  let appleCDN: String?
  let googleAPI: String?
  let apps: [String]
  let packages: [HostExpectation.Package]
  let entitlements: String?
  /// The name servers to ask; empty for those of the system.
  let nameServers: [Endpoint]
  let timeout: Int

  let now: Timestamp

  private struct Subject {
    var plans: [HostPlan]
    var rules = OutgoingRules()
    /// The configuration that defines the hosts; nil if there is none.
    var loaded: LoadedConfiguration?
  }

  func run(_ console: Console) throws(CommandFailure) -> ExitCode {
    guard let server else { return try lookFromHere(console) }
    return end(DoctorReport(try ask(server), at: now), Subject(plans: []), console)
  }

  private func ask(_ server: ServerAddress) throws(CommandFailure) -> JSONNode {
    let names = hosts.map { $0.port == 443 ? $0.name : "\($0.name):\($0.port)" }
    var call = APIRequest(
      .examineHosts, body: names.isEmpty ? nil : ["hosts": .strings(names)])
    // A server examines hosts in a few groups, each of which may take a minute.
    call.timeout = 300
    return try RemoteKeiro(server).document(call)
  }

  private func lookFromHere(_ console: Console) throws(CommandFailure) -> ExitCode {
    var found: Entitlements?
    if let path = entitlements {
      found = Entitlements(try CommandInput(path: path).read(console))
      guard found != nil else {
        throw .refusal(
          "refused",
          "'\(path)' names no associated domains: expected a property list with "
            + "com.apple.developer.associated-domains")
      }
    }
    var subject: Subject
    do throws(ConfigurationFailure) {
      subject = try self.subject()
    } catch {
      throw CommandFailure(error, file: configuration ?? defaultConfiguration)
    }
    let server = subject.loaded?.configuration.server
    for index in subject.plans.indices {
      complete(&subject.plans[index], found)
      subject.plans[index].expectation.endsTLS =
        subject.plans[index].target.isOwn && server?.endsTLS == true
    }
    guard !subject.plans.isEmpty else {
      throw .refusal("refused", "the configuration has no host without a wildcard: name one")
    }
    return end(try examined(subject, console), subject, console)
  }

  // MARK: - Plans

  private func subject() throws(ConfigurationFailure) -> Subject {
    guard let path = configuration else {
      // The configuration is optional here: without one, a named host is examined by itself.
      do throws(ConfigurationFailure) {
        return try subject(path: defaultConfiguration)
      } catch {
        guard case .unreadable = error else { throw error }
        return Subject(
          plans: hosts.map { host in
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
      hosts.isEmpty
      ? HostPlan.hosts(of: snapshot).map { host in
        HostPlan(host: host, port: port(of: host), in: snapshot, nonce: nonce)
      }
      : hosts.map { host in
        named(HostPlan(host: host.name, port: port(of: host), in: snapshot, nonce: nonce), host)
      }
    return Subject(plans: plans, rules: loaded.configuration.outgoing, loaded: loaded)
  }

  /// The plan under the name by which the host was requested.
  private func named(_ plan: HostPlan, _ host: Host) -> HostPlan {
    var plan = plan
    if host.port != 443 { plan.target.name = "\(host.name):\(host.port)" }
    return plan
  }

  private func port(of host: Host) -> Int {
    host.port == 443 ? port(of: host.name) : host.port
  }

  /// The port of https: an address given with `--resolve` for a single port other than 443 means
  /// that one.
  private func port(of host: String) -> Int {
    let ports = resolved.filter { $0.host == host && $0.port != 80 }.map(\.port)
    return ports.contains(443) ? 443 : ports.first ?? 443
  }

  private func complete(_ plan: inout HostPlan, _ entitlements: Entitlements?) {
    plan.expectation.apps = apps
    plan.expectation.packages = packages
    plan.expectation.entitlements = entitlements
    plan.target.apexes =
      entitlements?.wildcardNames(matching: plan.target.host).filter { $0 != plan.target.host }
      ?? []
    plan.expectation.isPrivate = isPrivate
  }

  private func settings(_ rules: OutgoingRules) -> ProbeSettings {
    var settings = ProbeSettings(rules: rules)
    if isPrivate { settings.rules.allowNetworks = .everywhere }
    if let authorities { settings.rules.authorities = authorities }
    settings.rules.ports.formUnion(hosts.map(\.port))
    settings.resolved = resolved
    settings.appleCDN = appleCDN
    settings.googleAPI = googleAPI
    settings.isPrivate = isPrivate
    if !nameServers.isEmpty { settings.nameServers = nameServers }
    settings.setTimeout(timeout)
    return settings
  }

  // MARK: - Examination

  private func examined(
    _ subject: Subject, _ console: Console
  ) throws(CommandFailure) -> DoctorReport {
    if let file = authorities {
      _ = try CommandFailure.reading(file, try readFile(file, limit: CommandInput.sizeLimit))
    }
    do throws(OutgoingError) {
      let doctor = try HostDoctor(settings(subject.rules))
      let bar = ProgressBar(total: subject.plans.count, noun: "hosts", console)
      bar.show(0, rows: 0)
      defer { bar.clear() }
      return doctor.examine(subject.plans, now: now) { bar.advance() }
    } catch {
      throw .environment("environment-failed", error.message)
    }
  }

  private func end(_ report: DoctorReport, _ subject: Subject, _ console: Console) -> ExitCode {
    show(report, subject, console)
    if !report.hosts.contains(where: \.isReached) { return .environmentFailed }
    return report.hosts.contains { $0.worst == .fail } ? .negative : .done
  }

  private func show(_ report: DoctorReport, _ subject: Subject, _ console: Console) {
    switch format {
    case .text:
      let text = DoctorText(console: console, showsEvidence: showsEvidence)
      for host in report.hosts { text.print(host) }
    case .json: console.print(report.document)
    case .sarif, .github:
      let rules = DoctorCheck.allCases.map { check in
        SARIFLog.Rule(id: check.rawValue, summary: check.page.subject, help: check.page.remedy)
      }
      console.print(diagnostics(report, subject), as: format, rules: rules)
    }
  }

  /// The findings, positioned at the host in the configuration or on the host itself.
  private func diagnostics(_ report: DoctorReport, _ subject: Subject) -> [Diagnostic] {
    let positions = positions(of: report.hosts.map(\.host), in: subject.loaded)
    return report.hosts.flatMap { host -> [Diagnostic] in
      let position = positions[host.host]
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

  private func positions(
    of hosts: [String], in loaded: LoadedConfiguration?
  ) -> [String: JSONPosition] {
    guard let loaded else { return [:] }
    let named = hosts.compactMap { host in path(of: host, in: loaded).map { (host, $0) } }
    let placed = loaded.placing(named.map { ConfigurationProblem(path: $0.1, message: "") })
    return zip(named, placed).reduce(into: [:]) { $0[$1.0.0] = $1.1.position }
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

extension DoctorReport {
  /// Reads the report of a server; checks unknown to this version are left out.
  fileprivate init(_ document: JSONNode, at now: Timestamp) {
    self.init(
      hosts: document.elements("hosts").map { host in
        let results = host.elements("checks").compactMap { CheckResult($0) }
        return HostReport(
          host: host.text("host") ?? "", results: results,
          isReached: host.member("reached")?.bool == true, time: now)
      })
  }
}

extension CheckResult {
  fileprivate init?(_ document: JSONNode) {
    guard let check = document.text("id").flatMap(DoctorCheck.init),
      let verdict = document.text("verdict").flatMap(DoctorVerdict.init)
    else { return nil }
    self.init(check, verdict, document.text("evidence") ?? "", help: document.text("help"))
  }
}

struct DoctorText {
  let console: Console
  /// Whether to show checks that passed or did not apply.
  let showsEvidence: Bool

  func print(_ report: HostReport) {
    console.print(styled: "\(report.host, .bold): \(summary(report))")
    let shown = report.results.filter { showsEvidence || rank($0.verdict) < 2 }
    let groups = DoctorCheck.Group.allCases.enumerated().compactMap { number, group in
      let results = shown.filter { $0.check.group == group }
        .enumerated().sorted {
          (rank($0.element.verdict), $0.offset) < (rank($1.element.verdict), $1.offset)
        }
        .map(\.element)
      return results.first.map { (rank: rank($0.verdict), number: number, group, results) }
    }
    for (_, _, group, results) in groups.sorted(by: { ($0.rank, $0.number) < ($1.rank, $1.number) })
    {
      console.print(styled: "  \(group.title, .bold)")
      for result in results { print(result) }
    }
  }

  private func print(_ result: CheckResult) {
    let evidence = "\(result.check.rawValue): \(result.evidence)"
    console.print(
      styled: "    \(result.verdict.rawValue, style(result.verdict))  \(evidence)")
    if let help = result.help { console.print("          help: \(help)") }
  }

  private func summary(_ report: HostReport) -> StyledLine {
    let counts: [(DoctorVerdict, String)] = [
      (.fail, "failed"), (.warn, "to look at"), (.pass, "good"), (.skip, "left out"),
    ]
    let parts = counts.compactMap { verdict, words -> StyledLine? in
      let count = report.count(verdict)
      guard count > 0 || verdict == .fail else { return nil }
      return "\("\(count) \(words)", count == 0 ? .good : style(verdict))"
    }
    return .joined(parts, separator: ", ")
  }

  private func rank(_ verdict: DoctorVerdict) -> Int {
    switch verdict {
    case .fail: 0
    case .warn: 1
    case .pass: 2
    case .skip: 3
    }
  }

  private func style(_ verdict: DoctorVerdict) -> Console.Style {
    switch verdict {
    case .fail: .error
    case .warn: .warning
    case .pass: .good
    case .skip: .bold
    }
  }
}
