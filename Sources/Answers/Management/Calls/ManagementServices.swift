package import Deliveries
package import Outgoing

/// The services that the management API uses besides the store and the sites.
package struct ManagementServices: Sendable {
  /// The limits on requests to other servers.
  package var outgoing = OutgoingRules()
  /// Nil where no notifications are sent.
  package var pushes: PushSender?
  /// The origin of the dashboard, where people create their passkeys; nil without a dashboard.
  package var origin: String?
  /// The imports whose files arrive in pieces.
  package var uploads = ImportUploads()

  package init() {}
}
