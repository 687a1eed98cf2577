import KeiroCommand
import LinkStorage
import Links
import SQLiteStore
import Testing

/// The same change of a token, a person or a webhook by command line, page and API has the same
/// result, the same problem and the same entry in the audit log.
@Suite struct AccountChangeTests {
  @Test func `the command line makes tokens and people as the API does`() throws {
    try ChangeRounds.run(name: "tokens and people") { changes, benches in
      let change = changes.accountChange()
      let (command, api, both) = try benches.ask(
        change.arguments, change.method, change.target, change.body)
      guard Self.areAlike(command, api) else { return "other outcomes: \(both)" }
      return try Self.areAlike(benches) ? nil : "other stores: \(both)"
    }
  }

  @Test func `pages make tokens and people as the API does`() throws {
    try ChangeRounds.run(name: "tokens and people by page") { changes, benches in
      let change = changes.accountChange()
      var form = change.form
      if let name = change.formPerson {
        let person = try benches.command.store.people().first { $0.name == name }
        form.append(("id", person?.id ?? "absent"))
      }
      let (page, api, both) = try benches.post(
        change.page, form, change.method, change.target, change.body)
      let isDone = api.status < 300
      // A person in the form has an identifier, which the refusal mentions if that person is
      // missing.
      guard isDone ? page.status < 400 : page.status == api.status,
        isDone || change.formPerson != nil
          || api.details.map(Self.inZone).allSatisfy(page.contains)
      else { return "other outcomes: \(both)" }
      return try Self.areAlike(benches) ? nil : "other stores: \(both)"
    }
  }

  /// A detail with its time as pages show it.
  private static func inZone(_ detail: String) -> String {
    detail.replacing(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):00Z/) { "\($0.1) \($0.2) UTC" }
  }

  private static func areAlike(_ benches: TwinBenches) throws -> Bool {
    let accounts = try (accounts(benches.command.store), accounts(benches.api.store))
    return try accounts.0 == accounts.1 && benches.haveSameEntries
  }

  @Test func `the command line changes webhooks as the API does`() throws {
    try ChangeRounds.run(name: "webhooks") { changes, benches in
      let ids = try (
        benches.command.store.webhooks().map(\.id), benches.api.store.webhooks().map(\.id)
      )
      let change = changes.webhookChange(count: ids.0.count)
      let (command, api, both) = try benches.ask(
        change.arguments(ids.0), change.method, change.target(ids.1), change.body)
      guard Self.areAlike(command, api) else { return "other outcomes: \(both)" }
      let hooks = try (Self.webhooks(benches.command.store), Self.webhooks(benches.api.store))
      return try hooks.0 == hooks.1 && benches.haveSameEntries ? nil : "other stores: \(both)"
    }
  }

  // MARK: - Outcomes

  private static func areAlike(
    _ command: QuestionBench.CommandAnswer, _ api: QuestionBench.APIAnswer
  ) -> Bool {
    (command.code == .done) == (api.status < 300) && command.refusal == api.problem
  }

  // MARK: - Stores

  /// The permissions of tokens and people, without random values.
  private static func accounts(_ store: any LinkStore) throws -> [String] {
    try store.tokens().dropFirst().map { token in
      "\(token.name ?? "") \(token.scopes) \(token.reach.names) \(token.expires?.description ?? "")"
    }
      + store.people().map { "\($0.name) \($0.role) \($0.reach.names)" }
  }

  private static func webhooks(_ store: any LinkStore) throws -> [String] {
    try store.webhooks().map { hook in
      "\(hook.url) \(hook.types.map(\.rawValue).sorted()) \(hook.hosts) \(hook.description ?? "") "
        + "\(hook.isEnabled) \(hook.secrets.count)"
    }
  }
}
