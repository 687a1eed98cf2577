package import LinkStorage
package import Links
import Service

/// The section `dashboard` of the configuration.
package struct DashboardSettings: Equatable, Sendable {
  /// As in `https://keiro.example.com`, in lower case; nil without one: then there are neither
  /// passkeys nor providers.
  package var origin: String?
  package var providers: [Provider] = []

  package init() {}

  /// A provider of OpenID Connect.
  package struct Provider: Equatable, Sendable {
    /// On the button, and in the paths of the provider's answers.
    package var name: String
    package var issuer: String
    package var clientID: String
    package var clientSecret: String
    /// The claim that says what somebody may do.
    package var roleClaim: String
    /// From values of the claim to roles; `*` stands for everybody whom the provider knows.
    package var roles: [String: PersonRole]

    package init(
      name: String, issuer: String, clientID: String, clientSecret: String, roleClaim: String,
      roles: [String: PersonRole]
    ) {
      self.name = name
      self.issuer = issuer
      self.clientID = clientID
      self.clientSecret = clientSecret
      self.roleClaim = roleClaim
      self.roles = roles
    }
  }

  /// Nil when there is none of that name.
  package func provider(_ name: String) -> Provider? { providers.first { $0.name == name } }

  /// The host of the origin, which passkeys belong to.
  package var relyingParty: String? {
    guard let origin, let slash = origin.firstIndex(of: "/") else { return nil }
    let authority = origin[slash...].drop { $0 == "/" }
    return String(authority.prefix { $0 != ":" && $0 != "/" })
  }
}

/// What the surrounding process knows and the store does not.
package struct DashboardSources: Sendable {
  /// A node and how it stands.
  package struct Node: Equatable, Sendable {
    package var name: String
    package var isInOrder: Bool
    /// One sentence without a capital or a full stop.
    package var note: String

    package init(name: String, isInOrder: Bool, note: String) {
      self.name = name
      self.isInOrder = isInOrder
      self.note = note
    }
  }

  /// Something about the configuration that somebody should look at.
  package struct Finding: Equatable, Sendable {
    package var isError: Bool
    /// As in `sites[0].routes[2].screen`.
    package var path: String
    package var message: String

    package init(isError: Bool, path: String, message: String) {
      self.isError = isError
      self.path = path
      self.message = message
    }
  }

  /// A certificate that the process serves.
  package struct Certificate: Equatable, Sendable {
    package var name: String
    package var ends: Timestamp

    package init(name: String, ends: Timestamp) {
      self.name = name
      self.ends = ends
    }
  }

  package var version: String
  package var nodes: @Sendable () -> [Node]
  /// Whether other nodes may answer the next request of the same session.
  package var isOneOfMany = false
  package var findings: @Sendable () -> [Finding]
  /// The key of challenges that all nodes share; nil in a process that stands alone.
  package var sharedKey: SharedKey?
  /// Asks a server of a provider; nil where the process cannot.
  package var fetch: ProviderFetch?
  package var certificates: @Sendable () -> [Certificate] = { [] }
  /// The days whose clicks are known by the hour.
  package var hourDays = StatisticsRetention().hours
  /// Where files wait that are to be imported.
  package var uploadFolder: String

  package init(
    version: String, uploadFolder: String, nodes: @escaping @Sendable () -> [Node] = { [] },
    findings: @escaping @Sendable () -> [Finding] = { [] }, fetch: ProviderFetch? = nil
  ) {
    self.version = version
    self.uploadFolder = uploadFolder
    self.nodes = nodes
    self.findings = findings
    self.fetch = fetch
  }
}

/// Sends a GET, or with a body a POST of a form, and waits for the answer's status and body; nil
/// when there is none.
package typealias ProviderFetch =
  @Sendable (_ url: String, _ form: String?) -> (status: Int, body: [UInt8])?

/// What the dashboard keeps in the process: its queue, files that wait to be imported, what
/// providers have said of themselves, and what took long to compute. It outlives configurations.
package final class DashboardMemory: Sendable {
  let queue = WorkQueue(label: "keiro.pages", lanes: 2, places: 64, placesEach: 16)
  let uploads = UploadShelf()
  let providers = ProviderShelf()
  let challengeKey = ChallengeKey()
  let topLinks = TopLinks()
  let zones = ZoneShelf()

  package init() {}
}
