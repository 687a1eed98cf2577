/// Where links live that are made while the service runs, with their clicks and the API's tokens:
/// all roles of a store together.
///
/// Callers name the role they need. The engines behave alike; one suite of tests runs over all of
/// them. What holds for every role:
///
/// - **Threads.** Requirements marked *local* answer within the time that a local file takes, so a
///   worker's loop may call them. All others may wait for a network and belong on other threads.
///   Every requirement may be called from any number of threads at once.
/// - **Reads** never wait for writes and see whole transactions only.
/// - **Writes** take a completion, which is called once, on a thread of the store, and must not
///   wait for another write. Success means that the change is durable: it survives the loss of
///   power. Each write is done whole or not at all, and a failing one takes no other with it; many
///   share a transaction, because the flush of the disk is what costs.
/// - **Constraints** of the engine decide who was first, never a look before the write.
/// - **Errors** mean that the store is broken or cannot be reached. Over a network a failed write
///   may have been done all the same; only `count` says how to repeat one safely. What is missing,
///   taken or overtaken is an answer.
/// - **Time** is a parameter; the store has no clock.
/// - **Names.** Changes that are audited take the actor whose name is entered.
///
/// Several processes may use the same data, each through a store of its own.
package protocol LinkStore: VisitedLinks, ManagedLinks, ClickCounting, ClickLimits, TokenKeeping,
  SessionKeeping, ClaimKeeping, PeopleKeeping, AuditKeeping, HistoryKeeping, HealthKeeping,
  ChangeFeed, EventOutbox, WebhookKeeping, StoreMaintenance
{}
