import AppAssociation
import AssociationValidation
import Cryptography
package import Doctor
package import Outgoing
import WebSyntax

/// Examines a host as Apple, Google and visitors would. Follows no redirect and changes nothing.
package struct HostProber: Sendable {
  private let client: OutgoingClient
  /// Clients for the services of Apple and Google.
  private let platformClients: (apple: OutgoingClient, google: OutgoingClient)
  private let settings: ProbeSettings

  /// Names with many addresses belong to networks whose servers answer alike.
  private static let addressLimit = 8
  private static let width = 4

  /// - Throws: `unavailable` without libcurl.
  package init(_ settings: ProbeSettings) throws(OutgoingError) {
    self.settings = settings
    var rules = settings.rules
    rules.allowPlainHTTP = true
    rules.ports = rules.ports.union(settings.resolved.flatMap { $0.endpoints.map(\.port) })
    client = try OutgoingClient(rules)
    func platform(_ url: String?) throws(OutgoingError) -> OutgoingClient {
      var rules = settings.rules
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
      observation.records = records(of: target.host, servers)
      observation.authorities = authorities(of: target.host, servers)
    }
    let answering = zip(asked, observation.addresses).first { $1.apple.status != nil }
    if let (endpoint, address) = answering {
      lookCloser(target, at: endpoint, address, &observation)
    } else if let (endpoint, _) = zip(asked, observation.addresses).first(where: { $1.isSilentTLS })
    {
      observation.oldTLS = ask(requests(target).oldTLS, at: endpoint)
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
    var apple = requests(target).get(ProbePath.apple, as: ProbeAgent.apple)
    apple.wantsCertificates = true
    var seen = inspect(apple, at: endpoint)
    var distrust: AddressObservation.Distrust?
    if case .untrusted(let code, let words) = Observed(seen, of: apple).failure {
      distrust = .init(code: code, message: words)
      apple.acceptsAnyCertificate = true
      seen = inspect(apple, at: endpoint)
    }
    let appleAnswer = Observed(seen, of: apple)
    var android = requests(target).get(ProbePath.android, as: ProbeAgent.google)
    android.acceptsAnyCertificate = distrust != nil
    // An address that refuses one connection is not tried again.
    let androidAnswer =
      seen.times.connected == 0
      ? Observed(url: android.request.url, failure: appleAnswer.failure)
      : ask(android, at: endpoint)
    return AddressObservation(
      address: endpoint.address, apple: appleAnswer, android: androidAnswer, distrust: distrust,
      certificates: seen.certificates.compactMap { CertificateFacts(pem: $0) })
  }

  /// The name servers to ask; nil for none.
  private var nameServers: NameServers? {
    if let endpoints = settings.nameServers { return NameServers(endpoints) }
    return settings.isPrivate ? nil : .system
  }

  private func records(of host: String, _ servers: NameServers) -> NameRecords {
    switch servers.standing(of: host) {
    case .found(let aliases, let lifetime, let isAuthentic):
      .found(aliases: aliases, lifetime: lifetime, isAuthentic: isAuthentic)
    case .forged: .forged
    case .unknown(let reason): .unknown(reason)
    }
  }

  private func authorities(of host: String, _ servers: NameServers) -> AuthorityRecords {
    switch servers.authorities(of: host) {
    case .records(let records, let name):
      .records(records.filter { $0.tag == "issue" }.map(\.authority), at: name)
    case .none: AuthorityRecords.none
    case .unknown(let reason): .unknown(reason)
    }
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
    case .unplaced(let name): observation.otherName = .unplaced(name)
    case .absent(let name, let words): observation.otherName = .absent(name, words)
    case .at(let name, let endpoint):
      var other = target
      other.host = name
      questions.add(requests(other).get(ProbePath.apple, as: ProbeAgent.apple), at: endpoint) {
        $0.otherName = .answered(name, $1)
      }
    }
    let trusts = address.distrust == nil
    let answers = Lanes.map(questions.all, width: Self.width) { question in
      var inspection = question.inspection
      inspection.acceptsAnyCertificate = inspection.acceptsAnyCertificate || !trusts
      return ask(inspection, at: question.endpoint)
    }
    for (question, answer) in zip(questions.all, answers) { question.keep(&observation, answer) }
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
  ///
  /// - Parameter isHostGiven: whether the address of the host was given by hand; then that of the
  ///   other name has to be given, too, if it is not public.
  private func otherName(_ target: ProbeTarget, isHostGiven: Bool) -> OtherName? {
    guard IPAddress(target.host) == nil else { return nil }
    let name =
      target.host.hasPrefix("www.") ? String(target.host.dropFirst(4)) : "www." + target.host
    // A top-level domain serves nothing.
    guard name.contains(".") else { return nil }
    let isGiven = settings.resolved.contains { $0.host == name && $0.port == target.port }
    guard isGiven || !isHostGiven || !settings.isPrivate else { return .unplaced(name) }
    let (lookup, endpoints) = endpoints(name, port: target.port)
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
    return client.inspect(inspection)
  }
}

extension AddressObservation {
  /// Whether a connection was established, but no TLS on it.
  fileprivate var isSilentTLS: Bool {
    if case .handshake = apple.failure { true } else { false }
  }
}

extension HostObservation.Lookup {
  fileprivate var isGiven: Bool {
    if case .given = self { true } else { false }
  }
}
