import AppAssociation
import Cryptography
import WebSyntax

extension Examination {
  func lookup() -> Judgement {
    switch host.lookup {
    case .failed(let message):
      return .fail("the name has no address: \(message.shown)")
    case .given(let addresses):
      return publicity() ?? .pass(list(addresses) + " (given by hand)")
    case .found(let addresses):
      guard !addresses.isEmpty else { return .fail("the name has no address") }
      if let problem = publicity() { return problem }
      let rest = host.unaskedAddresses > 0 ? ", \(host.unaskedAddresses) of them not asked" : ""
      return .pass(list(addresses) + rest)
    }
  }

  /// Returns the failure of a name with private addresses; nil for other names.
  private func publicity() -> Judgement? {
    let closed = host.addresses.filter { $0.apple.failure == .privateAddress }.map(\.address)
    guard !closed.isEmpty else { return nil }
    return .fail(
      "\(list(closed)): not public, so it cannot be reached from outside",
      help: "let the name lead to a public address; --private checks hosts on private networks")
  }

  private func list(_ addresses: [IPAddress]) -> String {
    let first = addresses.prefix(8).map(\.description).joined(separator: ", ")
    return addresses.count > 8 ? first + " and \(addresses.count - 8) more" : first
  }

  func connections() -> Judgement {
    guard !host.addresses.isEmpty else { return .skip("there is no address") }
    let silent = host.addresses.filter { !$0.isReached }
    guard !silent.isEmpty else {
      let number = host.addresses.count
      return .pass(number == 1 ? "it answers" : "all \(number) answer")
    }
    let closed = silent.filter { $0.apple.failure == .privateAddress }
    guard closed.count < silent.count else { return .skip("private addresses are not asked") }
    let real = silent.filter { $0.apple.failure != .noRoute && $0.apple.failure != .privateAddress }
    guard let first = real.first else {
      let addresses = silent.map(\.address)
      return reached.isEmpty
        ? .fail("this machine has no route to \(list(addresses))")
        : .pass("\(list(addresses)) not asked: this machine has no route to it")
    }
    let reason = first.apple.failure?.message ?? "no answer"
    return .fail("\(list(real.map(\.address))): \(reason)", help: portHelp(first))
  }

  private func portHelp(_ address: AddressObservation) -> String? {
    guard reached.isEmpty else { return nil }
    return address.apple.failure == .refused
      ? "start the web server, and let it listen on port \(host.port) of this address"
      : "open port \(host.port) in the firewall, and see that the address is the server's"
  }

  /// The longest TTL, in seconds, that does not hinder a move.
  private static let longestLifetime = 86_400

  func records() -> Judgement {
    switch host.records {
    case nil: return .skip("the name servers were not asked")
    case .unknown(let reason): return .skip(reason.shown)
    case .forged: return .skip("see \(DoctorCheck.dnsSignatures.rawValue)")
    case .found(let aliases, let lifetime, _):
      let names = aliases.prefix(4).joined(separator: ", then ").shown
      let leads = names.isEmpty ? "no alias" : "an alias of \(names)"
      guard let lifetime else { return .pass(leads) }
      let evidence = "\(leads), cached for \(duration(lifetime))"
      return lifetime > Self.longestLifetime ? .warn(evidence) : .pass(evidence)
    }
  }

  func signatures() -> Judgement {
    switch host.records {
    case nil: .skip("the name servers were not asked")
    case .unknown(let reason): .skip(reason.shown)
    case .forged:
      .fail("the signatures of the name are wrong: resolvers that check them do not find the host")
    case .found(_, _, true):
      .pass("the name is signed, and the signatures are valid")
    case .found(_, _, false):
      .pass("not signed, or not checked by the name server that was asked")
    }
  }

  func international() -> Judgement {
    guard HostPattern(host.host)?.isInternational == true else {
      return .skip("the name is in plain letters")
    }
    return .warn(Doubt.internationalHost.message)
  }

  func authorities() -> Judgement {
    switch host.authorities {
    case nil: return .skip("the name servers were not asked")
    case .unknown(let reason): return .skip(reason.shown)
    case .some(.none): return .pass("no CAA record: every authority may issue")
    case .records(let values, let name):
      // Records of other kinds, such as 'iodef', restrict no authority.
      guard !values.isEmpty else { return .pass("CAA at \(name.shown) restricts no authority") }
      let names = values.filter { !$0.isEmpty }
      let shown = names.isEmpty ? "no authority" : names.joined(separator: ", ").shown
      let evidence = "CAA at \(name.shown): \(shown)"
      guard let issuer = main?.certificates.first?.issuer,
        let names = Self.authorityNames(issuer)
      else { return .pass(evidence) }
      let isAllowed = values.contains { value in names.contains { value == $0 } }
      return isAllowed
        ? .pass(evidence)
        : .warn("\(evidence); the certificate was issued by \(issuer.shown)")
    }
  }

  /// Returns the CAA names of a common certificate authority; nil for other authorities.
  private static func authorityNames(_ issuer: String) -> [String]? {
    let known: [(String, [String])] = [
      ("Let's Encrypt", ["letsencrypt.org"]), ("Google Trust Services", ["pki.goog"]),
      ("DigiCert", ["digicert.com", "www.digicert.com"]),
      ("Sectigo", ["sectigo.com", "comodoca.com", "usertrust.com"]),
      ("ZeroSSL", ["sectigo.com", "zerossl.com"]), ("GlobalSign", ["globalsign.com"]),
      ("Amazon", ["amazon.com", "amazontrust.com", "awstrust.com", "amazonaws.com"]),
    ]
    return known.first { issuer.hasPrefix($0.0) }?.1
  }
}
