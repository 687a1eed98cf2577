package import JSONSyntax
package import LinkStorage
package import Links

/// Why a change was refused although the store works.
///
/// Callers present it in their own format: as a problem of the API, in Google's vocabulary, as lines of
/// a command, on a page. Code and sentence are defined here, once.
package enum ChangeRefusal: Error, Equatable, TableSentence {
  /// - Parameter count: the total number of faults, including those not listed.
  case invalid([FieldFault], count: Int)
  case insufficientScope(TokenScope)
  case noRandomness

  // MARK: Links
  /// The host is not among those of the caller.
  case hostNotReached(String)
  /// There is no such link, or it is beyond the caller's reach.
  case linkNotFound(LinkKey)
  case slugTaken(LinkKey)
  case slugsTaken(host: String)
  case linkOfConfiguration(LinkKey)
  /// The link is not in a state for which the change was requested.
  case linkChanged(LinkKey)
  /// The link is in a state for which the change was excluded.
  case linkExcluded(LinkKey)
  case linkBusy(LinkKey)
  /// There is no such version, or it has no link to restore.
  case versionNotFound(LinkKey, Int?)
  /// The link is one of the configuration, which has no versions.
  case versionsOfConfiguration(LinkKey)
  /// There is no change of links with the number within reach, or it is no longer kept.
  case changeNotFound(Int)
  case tooManyOwned(String, limit: Int)
  case idempotencyKeyReused
  case idempotencyKeySpent

  // MARK: Tokens, people, sessions
  case tokenNotFound(String, nearest: String?)
  case identifierTaken
  case personNotFound(String, nearest: String?)
  case nameTaken(String)
  /// A caller with hosts removes somebody whom a provider would bring back without any.
  case comesBackUnbounded(String, provider: String)
  /// The dashboard has no origin, which a passkey needs.
  case noOrigin
  case sessionNotFound
  case passkeyNotFound
  /// The person's only passkey, without which they could not sign in.
  case lastPasskey

  // MARK: Webhooks
  case webhookNotFound(String, nearest: String?)
  case deliveryNotFound(Int, webhook: String)
  case webhookDisabled(String)
  case tooManyWebhooks(limit: Int)
  case webhookBusy
  case applyingBusy

  // MARK: Templates
  case templateNotFound(String, nearest: String?)
  case tooManyTemplates(limit: Int)

  static func invalid(_ faults: [FieldFault]) -> ChangeRefusal {
    .invalid(faults, count: faults.count)
  }
}

extension ChangeRefusal {
  /// A category of refusals, by which callers choose a status.
  package enum Kind: Equatable, Sendable {
    case forbidden
    case invalid
    /// It does not exist or is outside the caller's reach; callers are not told which.
    case missing
    case conflict
    /// It was requested for another state of the link.
    case overtaken
    case unavailable
  }

  package var kind: Kind { group.kind }

  /// A stable identifier: the last part of the problem type.
  package var code: String { group.code }

  private var group: (kind: Kind, code: String) {
    switch self {
    case .invalid: (.invalid, "invalid-fields")
    case .insufficientScope: (.forbidden, "insufficient-scope")
    case .noRandomness: (.unavailable, "no-randomness")
    case .hostNotReached: (.forbidden, "host-not-reached")
    case .linkNotFound: (.missing, "link-not-found")
    case .slugTaken, .slugsTaken: (.conflict, "slug-taken")
    case .linkOfConfiguration: (.conflict, "link-of-configuration")
    case .linkChanged: (.overtaken, "link-changed")
    case .linkExcluded: (.overtaken, "link-exists")
    case .linkBusy: (.conflict, "link-busy")
    case .versionNotFound, .versionsOfConfiguration: (.missing, "version-not-found")
    case .changeNotFound: (.missing, "change-not-found")
    case .tooManyOwned: (.conflict, "too-many-links")
    case .idempotencyKeyReused: (.invalid, "idempotency-key-reused")
    case .idempotencyKeySpent: (.conflict, "idempotency-key-spent")
    case .tokenNotFound: (.missing, "token-not-found")
    case .identifierTaken: (.conflict, "identifier-taken")
    case .personNotFound: (.missing, "person-not-found")
    case .nameTaken: (.conflict, "name-taken")
    case .comesBackUnbounded: (.forbidden, "host-not-reached")
    case .noOrigin: (.conflict, "no-origin")
    case .sessionNotFound: (.missing, "session-not-found")
    case .passkeyNotFound: (.missing, "passkey-not-found")
    case .lastPasskey: (.conflict, "last-passkey")
    case .webhookNotFound: (.missing, "webhook-not-found")
    case .deliveryNotFound: (.missing, "delivery-not-found")
    case .webhookDisabled: (.conflict, "webhook-disabled")
    case .tooManyWebhooks: (.conflict, "too-many-webhooks")
    case .webhookBusy: (.conflict, "webhook-changed")
    case .applyingBusy: (.conflict, "apply-busy")
    case .templateNotFound: (.missing, "template-not-found")
    case .tooManyTemplates: (.conflict, "too-many-templates")
    }
  }

  package var told: Sentence {
    switch self {
    case .invalid(let faults, let count): Sentence(FaultSummary(of: faults, count: count))
    case .insufficientScope(let scope):
      "this requires the scope '\(scope.rawValue)': expected a token or role that has it"
    case .noRandomness: "the random generator failed: try again"
    case .hostNotReached(let host):
      "you have no access to the host '\(host.prefix(253))': expected one of your hosts"
    case .linkNotFound(let key):
      "there is no link \(Self.name(key)): expected the slug of one that exists"
    case .slugTaken(let key):
      "there is a link '\(key.slug)' on '\(key.host)' already: expected another slug"
    case .slugsTaken(let host):
      "no random slug is free on '\(host)': expected a longer one, or one of your own"
    case .linkOfConfiguration(let key):
      "the link \(Self.name(key)) is defined in the configuration file: change it there"
    case .linkChanged(let key):
      "the link \(Self.name(key)) has changed since it was read: read it again"
    case .linkExcluded(let key):
      "the link \(Self.name(key)) already exists: expected none, as If-None-Match says"
    case .linkBusy(let key): "the link \(Self.name(key)) kept changing: try again"
    case .versionNotFound(let key, let number?):
      "the link \(Self.name(key)) has no version \(number) to restore: expected one of its history"
    case .versionsOfConfiguration(let key):
      "the link \(Self.name(key)) is defined in the configuration file: expected one of the store, "
        + "which keeps versions"
    case .versionNotFound(let key, nil):
      "the link \(Self.name(key)) has no earlier version to restore: expected a link that was changed"
    case .changeNotFound(let number):
      "there is no change \(number) of links, or it is no longer kept: expected one of the audit log"
    case .tooManyOwned(let owner, let limit):
      "the owner '\(owner)' has more than \(limit) links: expected at most \(limit)"
    case .idempotencyKeyReused:
      "the Idempotency-Key was already used for another request: expected a new key"
    case .idempotencyKeySpent:
      "the link created with this Idempotency-Key has been deleted: expected a new key"
    case .tokenNotFound(let id, let nearest):
      "there is no token '\(id.prefix(100))'" + Self.hint(nearest, or: "the identifier of a token")
    case .identifierTaken: "the identifier is taken: try again"
    case .personNotFound(let name, let nearest):
      "there is nobody called '\(name.prefix(100))'" + Self.hint(nearest, or: "a person's name")
    case .nameTaken(let name): "there is already somebody called '\(name)': expected another name"
    case .comesBackUnbounded(let name, let provider):
      "'\(name)' would come back from '\(provider)' with access to every host: expected an admin of "
        + "all hosts to do this"
    case .noOrigin:
      "'dashboard.origin' is not set: expected an origin such as https://keiro.example.com, "
        + "which passkeys need"
    case .sessionNotFound: "there is no such session: expected one of the list"
    case .passkeyNotFound: "there is no such passkey: expected one of the list"
    case .lastPasskey: "it is the only passkey: add another one first"
    case .webhookNotFound(let id, let nearest):
      "there is no webhook '\(id.prefix(100))'"
        + Self.hint(nearest, or: "the identifier of a webhook")
    case .deliveryNotFound(let number, let webhook):
      "the webhook '\(webhook)' has no delivery \(number): expected one of its deliveries"
    case .webhookDisabled(let id):
      "the webhook '\(id)' is switched off: expected \"enabled\": true"
    case .tooManyWebhooks(let limit): "at most \(limit) webhooks are allowed: remove one first"
    case .webhookBusy: "the webhook kept changing: try again"
    case .applyingBusy: "other files of links are being applied: try again once they are done"
    case .templateNotFound(let name, let nearest):
      "there is no template '\(name.prefix(100))'"
        + Self.hint(nearest, or: "the name of a template")
    case .tooManyTemplates(let limit): "at most \(limit) templates are allowed: remove one first"
    }
  }

  private static func name(_ key: LinkKey) -> Sentence { "'\(key.slug)' on '\(key.host)'" }

  private static func hint(_ nearest: String?, or expectation: String) -> Sentence {
    nearest.map { ": did you mean '\($0)'?" } ?? ": expected \(expectation)"
  }

  package var detail: String { english }

  /// The invalid values, up to `FieldFault.listLimit`.
  package var faults: [FieldFault] {
    switch self {
    case .invalid(let faults, _): Array(faults.prefix(FieldFault.listLimit))
    case .nameTaken: [FieldFault("name", self)]
    default: []
    }
  }
}

/// Why a change, or a question about it, has no result.
package enum ChangeError: Error, Equatable, Sendable {
  case refused(ChangeRefusal)
  /// The store failed; the change may or may not have been written.
  case failed(LinkStoreError)
}
