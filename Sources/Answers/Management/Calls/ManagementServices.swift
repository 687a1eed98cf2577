package import Deliveries
package import Outgoing

/// What the management API uses besides the store and the sites.
package struct ManagementServices: Sendable {
  /// The bounds of what is asked of others.
  package var outgoing = OutgoingRules()
  /// Nil where no notifications are sent.
  package var pushes: PushSender?

  package init() {}
}
