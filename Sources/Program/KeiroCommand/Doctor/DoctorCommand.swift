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
  /// The path of the configuration.
  let configuration: String
  /// Whether the hosts need the configuration; otherwise each is examined by itself where there is none.
  let isConfigured: Bool
  /// The server that examines the hosts; nil to examine them from here.
  let server: ServerAddress?
  /// The hosts to examine; empty for all hosts of the configuration.
  let hosts: [Host]
  let format: ReportFormat
  let showsEvidence: Bool
  /// How the hosts are asked, except for the rules of the configuration.
  let settings: ProbeSettings
  let authorities: String?
  let apps: [String]
  let packages: [HostExpectation.Package]
  let entitlements: String?
  let now: Timestamp

  private typealias Configured = (loaded: LoadedConfiguration, snapshot: ServiceSnapshot)

  func run(_ console: Console) throws(CommandFailure) -> ExitCode {
    if let server { return end(DoctorReport(try ask(server), at: now), nil, console) }
    let found = try entitlements.map { path throws(CommandFailure) in
      guard let found = Entitlements(try CommandInput(path: path).read(console)) else {
        throw .refusal(
          "refused",
          "'\(path)' names no associated domains: expected a property list with "
            + "com.apple.developer.associated-domains")
      }
      return found
    }
    let configured = try configured()
    let plans = plans(configured, found)
    guard !plans.isEmpty else {
      throw .refusal("refused", "the configuration has no host without a wildcard: name one")
    }
    let rules = configured?.loaded.configuration.outgoing ?? OutgoingRules()
    return end(try examined(plans, rules, console), configured?.loaded, console)
  }

  private func ask(_ server: ServerAddress) throws(CommandFailure) -> JSONNode {
    let names = hosts.map { $0.port == 443 ? $0.name : "\($0.name):\($0.port)" }
    var call = APIRequest(
      .examineHosts, body: names.isEmpty ? nil : ["hosts": .strings(names)])
    // A server examines hosts in a few groups, each of which may take a minute.
    call.timeout = 300
    return try RemoteKeiro(server).document(call)
  }

  // MARK: - Plans

  private func configured() throws(CommandFailure) -> Configured? {
    do throws(ConfigurationFailure) {
      let loaded = try ConfigurationLoader.load(path: configuration)
      let (snapshot, problems) = CompiledConfiguration.compile(loaded)
      guard let snapshot else { throw ConfigurationFailure.invalid(problems) }
      return (loaded, snapshot)
    } catch {
      if !isConfigured, case .unreadable = error { return nil }
      throw CommandFailure(error, file: configuration)
    }
  }

  private func plans(_ configured: Configured?, _ entitlements: Entitlements?) -> [HostPlan] {
    let nonce = RandomBytes.base62(12) ?? "unknown"
    let all = configured.map { HostPlan.hosts(of: $0.snapshot) } ?? []
    let hosts = hosts.isEmpty ? all.map { Host(name: $0, port: 443) } : hosts
    return hosts.map { host in
      let (name, port) = (host.name, port(of: host))
      var plan =
        configured.map { HostPlan(host: name, port: port, in: $0.snapshot, nonce: nonce) }
        ?? HostPlan(host: name, port: port)
      // The name by which the host was requested.
      if host.port != 443 { plan.target.name = "\(name):\(host.port)" }
      plan.target.apexes =
        entitlements?.wildcardNames(matching: name).filter { $0 != name } ?? []
      plan.expectation.apps = apps
      plan.expectation.packages = packages
      plan.expectation.entitlements = entitlements
      plan.expectation.isPrivate = settings.isPrivate
      plan.expectation.endsTLS =
        plan.target.isOwn && configured?.loaded.configuration.server.endsTLS == true
      return plan
    }
  }

  /// The port of https: an address given with `--resolve` for a single port other than 443 means
  /// that one.
  private func port(of host: Host) -> Int {
    guard host.port == 443 else { return host.port }
    let ports = settings.resolved.filter { $0.host == host.name && $0.port != 80 }.map(\.port)
    return ports.contains(443) ? 443 : ports.first ?? 443
  }

  // MARK: - Examination

  private func examined(
    _ plans: [HostPlan], _ rules: OutgoingRules, _ console: Console
  ) throws(CommandFailure) -> DoctorReport {
    var settings = settings
    settings.rules = rules
    settings.rules.ports.formUnion(hosts.map(\.port))
    if let authorities {
      settings.rules.authorities = authorities
      let file = try CommandFailure.reading(
        authorities, try readFile(authorities, limit: CommandInput.sizeLimit))
      if let problem = TrustedAuthorities.problem(in: file) {
        throw .refusal("refused", "'\(authorities)': \(problem)")
      }
    }
    do throws(OutgoingError) {
      let doctor = try HostDoctor(settings)
      let bar = ProgressBar(total: plans.count, noun: "hosts", console)
      bar.show(0, rows: 0)
      defer { bar.clear() }
      return doctor.examine(plans, now: now) { bar.advance() }
    } catch {
      throw .environment("environment-failed", error.message)
    }
  }

  private func end(
    _ report: DoctorReport, _ loaded: LoadedConfiguration?, _ console: Console
  ) -> ExitCode {
    show(report, loaded, console)
    if !report.hosts.contains(where: \.isReached) { return .environmentFailed }
    return report.hosts.contains { $0.worst == .fail } ? .negative : .done
  }

  private func show(
    _ report: DoctorReport, _ loaded: LoadedConfiguration?, _ console: Console
  ) {
    switch format {
    case .text:
      let text = DoctorText(console: console, showsEvidence: showsEvidence)
      for host in report.hosts { text.print(host) }
    case .json: console.print(report.document)
    case .sarif, .github:
      let rules = DoctorCheck.allCases.map { check in
        SARIFLog.Rule(id: check.rawValue, summary: check.page.subject, help: check.page.remedy)
      }
      console.print(diagnostics(report, loaded), as: format, rules: rules)
    }
  }

  /// The findings, positioned at the host in the configuration or on the host itself.
  private func diagnostics(
    _ report: DoctorReport, _ loaded: LoadedConfiguration?
  ) -> [Diagnostic] {
    let positions = positions(of: report.hosts.map(\.host), in: loaded)
    return report.hosts.flatMap { host -> [Diagnostic] in
      let position = positions[host.host]
      return host.results.compactMap { result in
        guard result.verdict == .fail || result.verdict == .warn else { return nil }
        let finding = Finding(
          code: result.check.rawValue, severity: result.verdict == .fail ? .error : .warning,
          line: position?.line, column: position?.column,
          message: "\(host.host): \(result.evidence)", help: result.help)
        return Diagnostic(
          file: position == nil ? "https://\(host.host)/" : loaded?.file ?? "", finding: finding)
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
