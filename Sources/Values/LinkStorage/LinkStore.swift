/// The store of links that are created while the service runs, with their clicks and the API's tokens:
/// all roles of a store together.
///
/// Callers name the role they need. The engines behave alike, and one test suite runs over all of them.
/// The following holds for every role:
///
/// - **Threads.** Requirements marked *local* answer within the time that a local file takes, so a
///   worker's loop may call them. All others may wait for a network and belong on other threads. Any
///   number of threads may call a requirement at once.
/// - **Reads** never wait for writes and only see whole transactions.
/// - **Writes** take a completion, which is called once, on a thread of the store, and must not
///   wait for another write. Success means that the change is durable: it survives a power failure.
///   Each write is done as a whole or not at all, and a failing one does not affect others; many
///   share a transaction, because flushing the disk is the expensive part.
/// - **Constraints** of the engine decide who was first, never a look before the write.
/// - **Errors** mean that the store is broken or unreachable. Over a network, a failed write may
///   have been done nevertheless; only `count` says how to repeat one safely. A missing, taken or
///   outdated link is an answer, not an error.
/// - **Time** is a parameter; the store has no clock.
/// - **Authors.** Audited changes take the actor to record.
///
/// Several processes may use the same data, each through its own store.
package protocol LinkStore: VisitedLinks, ManagedLinks, ClickCounting, ClickLimits, TokenKeeping,
  SessionKeeping, ClaimKeeping, PeopleKeeping, AuditKeeping, HistoryKeeping, HealthKeeping,
  ChangeFeed, EventOutbox, WebhookKeeping, SharedValues, StoreMaintenance
{}
