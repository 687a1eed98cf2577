import AppAssociation
import AssociationValidation
import Cryptography
package import Doctor
package import Outgoing
package import WebSyntax

/// Examines a host as Apple, Google and visitors would. Follows no redirect and changes nothing.
package struct HostProber: Sendable {
  private let client: OutgoingClient
  /// Clients for the services of Apple and Google.
  private let platformClients: (apple: OutgoingClient, google: OutgoingClient)
  private let settings: ProbeSettings

  /// Names with many addresses belong to networks whose servers answer alike.
  private static let addressLimit = 8
  /// Eight times what the systems read.
  private static let bodyLimit = 1 << 20
  private static let width = 4

  /// - Throws: `unavailable` without libcurl.
  package init(_ settings: ProbeSettings) throws(OutgoingError) {
    self.settings = settings
    var rules = settings.rules
    rules.allowPlainHTTP = true
    rules.ports = rules.ports.union(settings.resolved.flatMap { $0.places.map(\.port) })
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
    let (lookup, places) = self.places(target.host, port: target.port)
    var observation = HostObservation(host: target.host, port: target.port, lookup: lookup)
    observation.name = target.name
    let asked = Array(places.prefix(Self.addressLimit))
    observation.unaskedAddresses = places.count - asked.count
    observation.addresses = Lanes.map(asked, width: Self.width) { look(target, at: $0) }
    askPlatforms(target, &observation)
    if let servers = nameServers {
      observation.records = records(of: target.host, servers)
      observation.authorities = authorities(of: target.host, servers)
    }
    let answering = zip(asked, observation.addresses).first { $1.apple.status != nil }
    if let (place, address) = answering {
      lookCloser(target, at: place, address, &observation)
    } else if let (place, _) = zip(asked, observation.addresses).first(where: { $1.isSilentTLS }) {
      observation.oldTLS = ask(oldTLS(target), at: place)
    }
    return observation
  }

  // MARK: - Addresses

  private func places(
    _ host: String, port: Int
  ) -> (HostObservation.Lookup, [ResolvedPlace.Place]) {
    let given = settings.resolved.filter { $0.host == host && $0.port == port }.flatMap(\.places)
    if !given.isEmpty { return (.given(given.map(\.address)), given) }
    do throws(NameLookup.Failure) {
      let addresses = try NameLookup.addresses(of: host)
      return (.found(addresses), addresses.map { ResolvedPlace.Place(address: $0, port: port) })
    } catch {
      return (.failed(error.message), [])
    }
  }

  /// Requests both files from one address, and its certificate.
  private func look(_ target: ProbeTarget, at place: ResolvedPlace.Place) -> AddressObservation {
    var apple = get(target, ProbePath.apple, as: ProbeAgent.apple)
    apple.wantsCertificates = true
    var seen = inspect(apple, at: place)
    var distrust: AddressObservation.Distrust?
    if case .untrusted(let code, let words) = Observed(seen, of: apple).failure {
      distrust = .init(code: code, message: words)
      apple.acceptsAnyCertificate = true
      seen = inspect(apple, at: place)
    }
    let appleAnswer = Observed(seen, of: apple)
    var android = get(target, ProbePath.android, as: ProbeAgent.google)
    android.acceptsAnyCertificate = distrust != nil
    // An address that refuses one connection is not tried again.
    let androidAnswer =
      seen.times.connected == 0
      ? Observed(url: android.request.url, failure: appleAnswer.failure) : ask(android, at: place)
    return AddressObservation(
      address: place.address, apple: appleAnswer, android: androidAnswer, distrust: distrust,
      certificates: seen.certificates.compactMap { CertificateFacts(pem: $0) })
  }

  /// The name servers to ask; nil for none.
  private var nameServers: NameServers? {
    if let places = settings.nameServers { return NameServers(places) }
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
    case .records(let records, let place):
      .records(records.filter { $0.tag == "issue" }.map(\.authority), at: place)
    case .none: AuthorityRecords.none
    case .unknown(let reason): .unknown(reason)
    }
  }

  // MARK: - One address in detail

  /// A request, and where its answer is stored.
  private struct Question: Sendable {
    let inspection: OutgoingInspection
    var place: ResolvedPlace.Place
    let keep: @Sendable (inout HostObservation, Observed) -> Void

    init(
      _ inspection: OutgoingInspection, _ place: ResolvedPlace.Place,
      _ keep: @escaping @Sendable (inout HostObservation, Observed) -> Void
    ) {
      self.inspection = inspection
      self.place = place
      self.keep = keep
    }
  }

  private func lookCloser(
    _ target: ProbeTarget, at place: ResolvedPlace.Place, _ address: AddressObservation,
    _ observation: inout HostObservation
  ) {
    var questions = fileQuestions(target, place, address)
    questions += documentQuestions(target, place)
    questions += linkQuestions(target, place)
    questions.append(Question(oldTLS(target), place) { $0.oldTLS = $1 })
    if let plain = plainPlace(target, place) {
      let url = "http://\(target.host)/"
      questions.append(
        Question(inspection("GET", url, as: ProbeAgent.browser), plain) { $0.plain = $1 })
    }
    switch otherName(target, isPlaced: observation.lookup.isGiven) {
    case nil: break
    case .unplaced(let name): observation.otherName = .unplaced(name)
    case .absent(let name, let words): observation.otherName = .absent(name, words)
    case .at(let name, let place):
      var other = target
      other.host = name
      questions.append(
        Question(get(other, ProbePath.apple, as: ProbeAgent.apple), place) {
          $0.otherName = .answered(name, $1)
        })
    }
    let trusts = address.distrust == nil
    let answers = Lanes.map(questions, width: Self.width) { question in
      var inspection = question.inspection
      inspection.acceptsAnyCertificate = inspection.acceptsAnyCertificate || !trusts
      return ask(inspection, at: question.place)
    }
    for (question, answer) in zip(questions, answers) { question.keep(&observation, answer) }
  }

  private func fileQuestions(
    _ target: ProbeTarget, _ place: ResolvedPlace.Place, _ address: AddressObservation
  ) -> [Question] {
    var questions: [Question] = []
    // A file that does not end here would not end for others either.
    if address.apple.failure == nil {
      questions.append(
        Question(inspection("HEAD", url(target, ProbePath.apple), as: ProbeAgent.apple), place) {
          $0.appleHead = $1
        })
      var plain = get(target, ProbePath.apple, as: ProbeAgent.apple)
      plain.unpacks = false
      questions.append(Question(plain, place) { $0.appleUncompressed = $1 })
      for (name, agent) in [
        ("a phone (swcd)", ProbeAgent.phone), ("a browser", ProbeAgent.browser),
      ] {
        questions.append(
          Question(get(target, ProbePath.apple, as: agent), place) {
            $0.appleAgents.append(AgentObservation(name, $1))
          })
      }
    }
    questions.append(
      Question(get(target, ProbePath.appleRoot, as: ProbeAgent.apple), place) { $0.appleRoot = $1 })
    questions += strayQuestions(target, place, address)
    if address.android.failure == nil {
      for (name, agent) in [("a phone", ProbeAgent.android), ("a browser", ProbeAgent.browser)] {
        questions.append(
          Question(get(target, ProbePath.android, as: agent), place) {
            $0.androidAgents.append(AgentObservation(name, $1))
          })
      }
    }
    return questions
  }

  /// Requests for paths where files are placed by mistake; only if the correct path has none.
  private func strayQuestions(
    _ target: ProbeTarget, _ place: ResolvedPlace.Place, _ address: AddressObservation
  ) -> [Question] {
    var questions: [Question] = []
    if address.apple.content != .document {
      questions += ProbePath.appleStrays.map { path in
        Question(get(target, path, as: ProbeAgent.apple), place) { $0.appleStrays.append($1) }
      }
    }
    if address.android.content != .document {
      questions += ProbePath.androidStrays.map { path in
        Question(get(target, path, as: ProbeAgent.google), place) { $0.androidStrays.append($1) }
      }
    }
    return questions
  }

  private func documentQuestions(
    _ target: ProbeTarget, _ place: ResolvedPlace.Place
  ) -> [Question] {
    var questions = target.documents.map { document in
      let path = "/.well-known/" + document.fileName
      return Question(get(target, path, as: ProbeAgent.browser), place) {
        $0.documents[document] = $1
      }
    }
    if target.changesPassword {
      questions.append(
        Question(get(target, ProbePath.changePassword, as: ProbeAgent.browser), place) {
          $0.changePassword = $1
        })
      questions.append(
        Question(get(target, ProbePath.missing, as: ProbeAgent.browser), place) {
          $0.missingDocument = $1
        })
    }
    return questions
  }

  private func linkQuestions(_ target: ProbeTarget, _ place: ResolvedPlace.Place) -> [Question] {
    var questions: [Question] = []
    if let path = target.shortLink {
      for (name, agent) in [
        ("an iPhone", ProbeAgent.browser), ("an Android phone", ProbeAgent.android),
        ("a desktop", ProbeAgent.desktop), ("a preview bot", ProbeAgent.preview),
      ] {
        // HEAD is not counted as a click.
        questions.append(
          Question(inspection("HEAD", url(target, path), as: agent), place) {
            $0.shortLinks.append(AgentObservation(name, $1))
          })
      }
    }
    if let path = target.unknownLink {
      questions.append(
        Question(get(target, path, as: ProbeAgent.desktop), place) { $0.unknownLink = $1 })
    }
    if target.isOwn {
      let path = "/_keiro/resolve?url=https%3A%2F%2F\(target.host)%2F"
      questions.append(
        Question(get(target, path, as: ProbeAgent.browser), place) { $0.resolve = $1 })
    }
    for path in ["/metrics", "/openapi.json", "/v1/links"] {
      questions.append(
        Question(get(target, path, as: ProbeAgent.desktop), place) { $0.managementPaths.append($1) }
      )
    }
    return questions
  }

  /// The address at which the host serves plain HTTP; nil if that cannot be known.
  private func plainPlace(
    _ target: ProbeTarget, _ place: ResolvedPlace.Place
  ) -> ResolvedPlace.Place? {
    let given = settings.resolved.first { $0.host == target.host && $0.port == 80 }
    if let given { return given.places.first }
    guard target.port == 443, place.port == 443 else { return nil }
    return ResolvedPlace.Place(address: place.address, port: 80)
  }

  private enum OtherName {
    case at(String, ResolvedPlace.Place)
    case absent(String, String)
    case unplaced(String)
  }

  /// The name with `www.` added or removed; nil for addresses.
  ///
  /// - Parameter isPlaced: whether the address of the host was given by hand; then that of the other
  ///   name has to be given, too, if it is not public.
  private func otherName(_ target: ProbeTarget, isPlaced: Bool) -> OtherName? {
    guard IPAddress(target.host) == nil else { return nil }
    let name =
      target.host.hasPrefix("www.") ? String(target.host.dropFirst(4)) : "www." + target.host
    // A top-level domain serves nothing.
    guard name.contains(".") else { return nil }
    let isGiven = settings.resolved.contains { $0.host == name && $0.port == target.port }
    guard isGiven || !isPlaced || !settings.isPrivate else { return .unplaced(name) }
    let (lookup, places) = places(name, port: target.port)
    if let place = places.first { return .at(name, place) }
    guard case .failed(let words) = lookup else { return .absent(name, "it has none") }
    return .absent(name, words)
  }

  // MARK: - Apple and Google

  private func askPlatforms(_ target: ProbeTarget, _ observation: inout HostObservation) {
    let isVisible = !settings.isPrivate && target.port == 443
    if isVisible || settings.appleCDN != nil {
      let base = settings.appleCDN ?? "https://app-site-association.cdn-apple.com"
      let question = inspection(
        "GET", join(base, "/a/v1") + "/\(target.host)", as: ProbeAgent.doctor)
      observation.appleCDN = Observed(platformClients.apple.inspect(question), of: question)
    }
    if isVisible || settings.googleAPI != nil {
      let base = settings.googleAPI ?? "https://digitalassetlinks.googleapis.com"
      let question = inspection(
        "GET",
        join(base, "/v1/statements:list") + "?source.web.site=https://\(target.host)"
          + "&relation=delegate_permission/common.handle_all_urls", as: ProbeAgent.doctor)
      observation.googleAPI = Observed(platformClients.google.inspect(question), of: question)
    }
  }

  /// The base address followed by the path, unless it already ends with it.
  private func join(_ base: String, _ path: String) -> String {
    var base = base[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    return base.hasSuffix(path) ? String(base) : base + path
  }

  // MARK: - Requests

  private func url(_ target: ProbeTarget, _ path: String) -> String {
    "https://\(target.host)" + (target.port == 443 ? "" : ":\(target.port)") + path
  }

  private func get(_ target: ProbeTarget, _ path: String, as agent: String) -> OutgoingInspection {
    var inspection = inspection("GET", url(target, path), as: agent)
    inspection.unpacks = true
    return inspection
  }

  private func oldTLS(_ target: ProbeTarget) -> OutgoingInspection {
    var inspection = inspection("HEAD", url(target, "/"), as: ProbeAgent.doctor)
    inspection.speaksOldTLSOnly = true
    inspection.acceptsAnyCertificate = true
    return inspection
  }

  private func inspection(
    _ method: String, _ url: String, as agent: String
  ) -> OutgoingInspection {
    var request = OutgoingRequest(method, url)
    request.fields = [("User-Agent", agent), ("Accept", "*/*")]
    request.bodyLimit = Self.bodyLimit
    request.timeout = settings.timeout
    var inspection = OutgoingInspection(request)
    inspection.connectTimeout = settings.connectTimeout
    return inspection
  }

  private func ask(_ inspection: OutgoingInspection, at place: ResolvedPlace.Place) -> Observed {
    Observed(inspect(inspection, at: place), of: inspection)
  }

  private func inspect(
    _ inspection: OutgoingInspection, at place: ResolvedPlace.Place
  ) -> OutgoingObservation {
    var inspection = inspection
    inspection.place = (place.address, place.port)
    return client.inspect(inspection)
  }
}

extension AddressObservation {
  /// Whether a connection was established, but no TLS on it.
  fileprivate var isSilentTLS: Bool {
    if case .handshake = apple.failure { true } else { false }
  }
}

extension [IPNetwork] {
  /// All addresses.
  package static var everywhere: [IPNetwork] {
    ["0.0.0.0/0", "::/0"].compactMap { try? IPNetwork(parsing: $0) }
  }
}

extension HostObservation.Lookup {
  fileprivate var isGiven: Bool {
    if case .given = self { true } else { false }
  }
}
