import AppAssociation
import AssociationValidation
import Cryptography
package import Doctor
package import Outgoing
import Synchronization
import System
import WebSyntax

/// Examines a host as Apple, Google and visitors would. Follows no redirect and changes nothing.
package struct HostProber: Sendable {
  private let client: OutgoingClient
  private let platformClients: (apple: OutgoingClient, google: OutgoingClient)
  private let settings: ProbeSettings
  private let pace = Pace()

  /// Names with many addresses belong to networks whose servers answer alike.
  private static let addressLimit = 8
  private static let width = 4

  /// - Throws: `unavailable` without libcurl.
  package init(_ settings: ProbeSettings) throws(OutgoingError) {
    self.settings = settings
    var own = settings.rules
    if settings.isPrivate { own.allowNetworks = .everywhere }
    var rules = own
    rules.allowPlainHTTP = true
    rules.ports = rules.ports.union(settings.resolved.flatMap { $0.endpoints.map(\.port) })
    client = try OutgoingClient(rules)
    func platform(_ url: String?) throws(OutgoingError) -> OutgoingClient {
      var rules = own
      // An address given by hand is intended.
      if url != nil {
        rules.allowPlainHTTP = true
        rules.allowNetworks = .everywhere
      }
      return try OutgoingClient(rules)
    }
    platformClients = (
      try platform(settings.appleCDN), try platform(settings.googleAPI)
    )
  }

  /// Examines a host and waits for all answers: seconds, or up to a minute if nothing answers.
  package func observe(_ target: ProbeTarget) -> HostObservation {
    let (lookup, endpoints) = self.endpoints(target.host, port: target.port)
    var observation = HostObservation(host: target.host, port: target.port, lookup: lookup)
    observation.name = target.name
    let asked = Array(endpoints.prefix(Self.addressLimit))
    observation.unaskedAddresses = endpoints.count - asked.count
    observation.addresses = Lanes.map(asked, width: Self.width) { look(target, at: $0) }
    askPlatforms(target, &observation)
    if let servers = nameServers {
      observation.records = servers.records(of: target.host)
      observation.authorities = servers.authorities(of: target.host)
    }
    let answering = zip(asked, observation.addresses).first { $1.apple.status != nil }
    if let (endpoint, address) = answering {
      lookCloser(target, at: endpoint, address, &observation)
    } else {
      // A connection was established, but no TLS on it.
      for (endpoint, address) in zip(asked, observation.addresses) {
        guard case .handshake = address.apple.failure else { continue }
        observation.oldTLS = ask(requests(target).oldTLS, at: endpoint)
        break
      }
    }
    return observation
  }

  // MARK: - Addresses

  private func endpoints(
    _ host: String, port: Int
  ) -> (HostObservation.Lookup, [Endpoint]) {
    let given = settings.resolved.filter { $0.host == host && $0.port == port }.flatMap(\.endpoints)
    if !given.isEmpty { return (.given(given.map(\.address)), given) }
    do throws(NameLookup.Failure) {
      let addresses = try NameLookup.addresses(of: host)
      return (.found(addresses), addresses.map { Endpoint(address: $0, port: port) })
    } catch {
      return (.failed(error.message), [])
    }
  }

  /// Requests both files from one address, and its certificate.
  private func look(_ target: ProbeTarget, at endpoint: Endpoint) -> AddressObservation {
    var apple = requests(target).get(.apple)
    apple.wantsCertificates = true
    var seen = inspect(apple, at: endpoint)
    var distrust: AddressObservation.Distrust?
    if case .untrusted(let code, let words) = Observed(seen, of: apple).failure {
      distrust = .init(code: code, message: words)
      apple.acceptsAnyCertificate = true
      seen = inspect(apple, at: endpoint)
    }
    let appleAnswer = Observed(seen, of: apple)
    var android = requests(target).get(.android)
    android.acceptsAnyCertificate = distrust != nil
    // An address that refuses one connection is not tried again.
    let androidAnswer =
      seen.isConnected
      ? ask(android, at: endpoint)
      : Observed(url: android.request.url, failure: appleAnswer.failure)
    return AddressObservation(
      address: endpoint.address, apple: appleAnswer, android: androidAnswer, distrust: distrust,
      certificates: seen.certificates.compactMap { Certificate(pem: Array($0.utf8)) })
  }

  private var nameServers: NameServers? {
    if let endpoints = settings.nameServers { return NameServers(endpoints) }
    return settings.isPrivate ? nil : .system
  }

  // MARK: - One address in detail

  private func lookCloser(
    _ target: ProbeTarget, at endpoint: Endpoint, _ address: AddressObservation,
    _ observation: inout HostObservation
  ) {
    var questions = ProbeQuestions(requests(target), at: endpoint, seen: address)
    if let plain = plainEndpoint(target, endpoint) {
      questions.add(requests(target).plain, at: plain) { $0.plain = $1 }
    }
    switch otherName(target, isHostGiven: observation.lookup.isGiven) {
    case nil: break
    case .unplaced(let name): observation.apple.otherName = .unplaced(name)
    case .absent(let name, let words): observation.apple.otherName = .absent(name, words)
    case .at(let name, let endpoint):
      var other = target
      other.host = name
      let files = address.android.content == .document ? [.apple] : [ProbedFile.apple, .android]
      for file in files {
        questions.add(requests(other).get(file), at: endpoint) { [seen = file.seen] in
          $0[keyPath: seen].otherName = .answered(name, $1)
        }
      }
    }
    let trusts = address.distrust == nil
    let answers = Lanes.map(questions.all, width: Self.width) { question in
      var inspection = question.inspection
      inspection.acceptsAnyCertificate = inspection.acceptsAnyCertificate || !trusts
      return ask(inspection, at: question.endpoint)
    }
    for (question, answer) in zip(questions.all, answers) { question.keep(&observation, answer) }
    repeatDiffering(target, at: endpoint, address, &observation)
    followIncludes(target, at: endpoint, address, &observation)
    observation.apexes = apexes(target, isHostGiven: observation.lookup.isGiven)
  }

  /// Asks everyone again where not all got the same: whoever then gets another answer than before is
  /// not the reason.
  private func repeatDiffering(
    _ target: ProbeTarget, at endpoint: Endpoint, _ address: AddressObservation,
    _ observation: inout HostObservation
  ) {
    func again(
      _ file: ProbedFile, _ agents: [(String, String)], and other: [Observed] = []
    ) -> [Observed] {
      let others = observation[keyPath: file.seen].agents.map(\.answer)
      guard !others.isEmpty else { return [] }
      let seen = [address[keyPath: file.answer]] + others + other
      let differs = seen.contains { answer in
        guard let first = seen.first else { return false }
        return answer.status != first.status || answer.failure != first.failure
          || answer.body != first.body
      }
      guard differs, !seen.contains(where: { $0.status == 429 }) else { return [] }
      func round() -> [Observed] {
        ([file.fetcher] + agents.map { $0.1 }).map { agent in
          var inspection = requests(target).get(file.path, as: agent)
          inspection.acceptsAnyCertificate = address.distrust != nil
          return ask(inspection, at: endpoint)
        }
      }
      let answers = round()
      // Two servers that answer in turn may have come out the same. An odd number of requests later they do
      // not.
      let isUnclear = seen.contains { ($0.status ?? 500) >= 500 || $0.status == 200 }
      let changes = zip(seen, answers).contains { $0.status != $1.status || $0.body != $1.body }
      return isUnclear && !changes ? answers + round() : answers
    }
    let plain = [observation.appleUncompressed].compactMap(\.self).filter { $0.status != 200 }
    observation.apple.repeats = again(.apple, ProbeQuestions.appleAgents, and: plain)
    observation.android.repeats = again(.android, ProbeQuestions.androidAgents)
  }

  /// The number of lists that systems read in a whole tree (Digital Asset Links, statement lists).
  private static let listLimit = 10

  /// Reads the lists that Google's file includes, within the rules for all requests: https alone,
  /// public addresses, no redirects, and each list once.
  private func followIncludes(
    _ target: ProbeTarget, at endpoint: Endpoint, _ address: AddressObservation,
    _ observation: inout HostObservation
  ) {
    var waiting = includes(of: address.android)[...]
    var seen: Set<String> = [address.android.url]
    while let url = waiting.popFirst() {
      guard seen.insert(url).inserted else { continue }
      guard observation.included.count < Self.listLimit else {
        observation.unreadIncludes += 1
        continue
      }
      let answer = list(url, target, at: endpoint, isTrusted: address.distrust == nil)
      observation.included.append(answer)
      waiting += includes(of: answer)
    }
  }

  private func includes(of answer: Observed) -> [String] {
    guard answer.content == .document, answer.body.count <= Self.longestList,
      case .android(let links)? = try? AssociationFile(decoding: answer.body, kind: .android)
    else { return [] }
    return links.statements.compactMap(\.include).prefix(100).map { $0 }
  }

  /// Twice what systems read of a file.
  private static let longestList = 256 * 1024

  private func list(
    _ url: String, _ target: ProbeTarget, at endpoint: Endpoint, isTrusted: Bool
  ) -> Observed {
    guard var inspection = requests(target).list(url), let host = WebURL(url)?.host.lowercased()
    else {
      return Observed(url: url, failure: .other("not a URL that begins with https://"))
    }
    let port = WebURL(url)?.port.flatMap { Int($0) } ?? 443
    let given = settings.resolved.first { $0.host == host && $0.port == port }?.endpoints.first
    let isOwn = host == target.host && port == target.port
    inspection.acceptsAnyCertificate = isOwn && !isTrusted
    inspection.endpoint = isOwn ? endpoint : given
    pace.wait(for: host)
    return Observed(client.inspect(inspection), of: inspection)
  }

  /// Apple's file on the names that wildcards of the entitlements stand for.
  ///
  /// - Parameter isHostGiven: whether the address of the host was given by hand.
  private func apexes(_ target: ProbeTarget, isHostGiven: Bool) -> [String: Observed] {
    target.apexes.reduce(into: [:]) { found, name in
      var other = target
      other.host = name
      let inspection = requests(other).get(.apple)
      switch place(of: name, port: target.port, isHostGiven: isHostGiven) {
      case .unplaced: break
      case .at(_, let endpoint): found[name] = ask(inspection, at: endpoint)
      case .absent(_, let words):
        found[name] = Observed(
          url: inspection.request.url, failure: .other("the name has no address: \(words)"))
      }
    }
  }

  /// The address at which the host serves plain HTTP; nil if that cannot be known.
  private func plainEndpoint(
    _ target: ProbeTarget, _ endpoint: Endpoint
  ) -> Endpoint? {
    let given = settings.resolved.first { $0.host == target.host && $0.port == 80 }
    if let given { return given.endpoints.first }
    guard target.port == 443, endpoint.port == 443 else { return nil }
    return Endpoint(address: endpoint.address, port: 80)
  }

  private enum OtherName {
    case at(String, Endpoint)
    case absent(String, String)
    case unplaced(String)
  }

  /// The name with `www.` added or removed; nil for addresses.
  private func otherName(_ target: ProbeTarget, isHostGiven: Bool) -> OtherName? {
    guard IPAddress(target.host) == nil else { return nil }
    let name =
      target.host.hasPrefix("www.") ? String(target.host.dropFirst(4)) : "www." + target.host
    // A top-level domain serves nothing.
    guard name.contains(".") else { return nil }
    return place(of: name, port: target.port, isHostGiven: isHostGiven)
  }

  /// Where another name is.
  ///
  /// - Parameter isHostGiven: whether the address of the host was given by hand; then that of the
  ///   other name has to be given, too, if it is not public.
  private func place(of name: String, port: Int, isHostGiven: Bool) -> OtherName {
    let isGiven = settings.resolved.contains { $0.host == name && $0.port == port }
    guard isGiven || !isHostGiven || !settings.isPrivate else { return .unplaced(name) }
    let (lookup, endpoints) = endpoints(name, port: port)
    if let endpoint = endpoints.first { return .at(name, endpoint) }
    guard case .failed(let words) = lookup else { return .absent(name, "it has none") }
    return .absent(name, words)
  }

  // MARK: - Apple and Google

  private func askPlatforms(_ target: ProbeTarget, _ observation: inout HostObservation) {
    if let question = requests(target).appleCDN {
      observation.appleCDN = Observed(platformClients.apple.inspect(question), of: question)
    }
    if let question = requests(target).googleAPI {
      observation.googleAPI = Observed(platformClients.google.inspect(question), of: question)
    }
  }

  // MARK: - Requests

  private func requests(_ target: ProbeTarget) -> ProbeRequests {
    ProbeRequests(target: target, settings: settings)
  }

  private func ask(_ inspection: OutgoingInspection, at endpoint: Endpoint) -> Observed {
    Observed(inspect(inspection, at: endpoint), of: inspection)
  }

  private func inspect(
    _ inspection: OutgoingInspection, at endpoint: Endpoint
  ) -> OutgoingObservation {
    var inspection = inspection
    inspection.endpoint = endpoint
    pace.wait(for: "\(endpoint)")
    return client.inspect(inspection)
  }
}

/// Bounds the rate of requests to each server: forty in a second.
private final class Pace: Sendable {
  private static let interval = 0.025

  private let next = Mutex([String: Double]())

  func wait(for server: String) {
    let now = Double(Clock.monotonic()) / 1_000_000_000
    let turn = next.withLock { next in
      let turn = max(now, next[server] ?? now)
      next[server] = turn + Self.interval
      return turn
    }
    if turn > now { Clock.sleep(seconds: turn - now) }
  }
}

extension HostObservation.Lookup {
  fileprivate var isGiven: Bool {
    if case .given = self { true } else { false }
  }
}
