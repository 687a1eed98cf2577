/// Receives the answer to a write. Called once, on a thread of the store, which must not wait for the
/// store.
package typealias StoreCompletion<Answer: Sendable> =
  @Sendable (Result<Answer, LinkStoreError>) -> Void

/// Begins a write and waits for its answer: for commands and other threads that may block, never for a
/// worker's loop or a completion.
///
/// try waitForAnswer { store.delete(key, revision: nil, by: actor, now: now, completion: $0) }
@discardableResult
package func waitForAnswer<Answer: Sendable>(
  _ begin: (@escaping StoreCompletion<Answer>) -> Void
) throws(LinkStoreError) -> Answer {
  let slot = AnswerSlot<Result<Answer, LinkStoreError>>()
  begin(slot.fill)
  return try slot.wait().get()
}

/// Begins a write for each of the values, then waits for all answers, so that the writes share
/// transactions. The same threads may call it as `waitForAnswer`.
///
/// - Returns: the answers in the order of the values.
package func waitForAnswers<Value, Answer: Sendable>(
  to values: [Value], _ begin: (Value, @escaping StoreCompletion<Answer>) -> Void
) -> [Result<Answer, LinkStoreError>] {
  let slots = values.map { value in
    let slot = AnswerSlot<Result<Answer, LinkStoreError>>()
    begin(value, slot.fill)
    return slot
  }
  return slots.map { $0.wait() }
}
