import JSONSyntax

/// A document below `/.well-known/` by which systems and browsers know what belongs to a host.
package enum SiteDocument: String, CaseIterable, Sendable {
  case apple = "apple-app-site-association"
  case android = "assetlinks.json"
  /// HarmonyOS: apps that open the host's links (Huawei, "Using App Linking").
  case appLinking = "applinking.json"
  /// Origins that may use the host's passkeys (WebAuthn Level 3, section 5.11).
  case webAuthn = "webauthn"
  /// Where people make and manage passkeys (W3C, "A Well-Known URL for Relying Party Passkey
  /// Endpoints").
  case passkeyEndpoints = "passkey-endpoints"

  package var path: String { "/.well-known/" + rawValue }

  /// Whether the place is the document's on every site, one without it included. The others leave
  /// theirs to a file of the site's folder.
  var isEverywhere: Bool { self == .apple || self == .android }
}

/// Where browsers go from `/.well-known/passkey-endpoints`: https URLs.
package struct PasskeyEndpoints: Equatable, Sendable {
  /// Where somebody makes a passkey; nil for nowhere.
  package var enroll: String?
  /// Where somebody sees and removes passkeys; nil for nowhere.
  package var manage: String?

  package init(enroll: String? = nil, manage: String? = nil) {
    self.enroll = enroll
    self.manage = manage
  }
}

extension SiteDefinition {
  /// The documents that nothing but the configuration decides.
  func plainDocuments(apps: [AppDefinition]) -> [SiteDocument: [UInt8]] {
    var documents: [SiteDocument: JSONOutput] = [:]
    let list = harmonyApps(apps)
    if !list.isEmpty {
      documents[.appLinking] = .object([
        .init("applinking", .object([.init("apps", .array(list))]))
      ])
    }
    if let webAuthnOrigins {
      documents[.webAuthn] = .object([.init("origins", .strings(webAuthnOrigins))])
    }
    if let passkeys {
      let members = [("enroll", passkeys.enroll), ("manage", passkeys.manage)]
      documents[.passkeyEndpoints] = .object(
        members.compactMap { name, url in url.map { .init(name, .string($0)) } })
    }
    return documents.mapValues { Array($0.pretty.utf8) }
  }

  /// The apps of `applinking.json`. Of several that open a link the one with the larger `index` wins
  /// (Huawei, "Using App Linking": from -100 to 100), so apps with successors have one.
  private func harmonyApps(_ apps: [AppDefinition]) -> [JSONOutput] {
    let succession = AppSuccession(of: apps)
    return succession.lines(of: namedApps.sorted()).compactMap { number in
      guard let identifier = apps[number].harmony?.appIdentifier else { return nil }
      let line = succession.line(of: number)
      var members = [JSONOutput.Member("appIdentifier", .string(identifier))]
      if let age = line.firstIndex(of: number), line.count > 1 {
        members.append(.init("index", .int(max(100 - age, -100))))
      }
      return .object(members)
    }
  }
}
