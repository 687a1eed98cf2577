package import Deliveries
package import Outgoing

/// What the management API uses besides the store and the sites.
package struct ManagementServices: Sendable {
  /// The bounds of what is asked of others.
  package var outgoing = OutgoingRules()
  /// Nil where no notifications are sent.
  package var pushes: PushSender?
  /// Of the dashboard, where people make their passkeys; nil without one.
  package var origin: String?
  /// The imports that come in pieces.
  package var uploads = ImportUploads()

  package init() {}
}
