import Changes
import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import SQLiteStore
import Testing

/// The same change of a token, a person or a webhook by command line, by the pages and by the API
/// gives the same, the same problem and the same entry in the audit log.
@Suite struct AccountChangeTests {
  @Test func `the command line makes tokens and people as the pages do`() throws {
    try ChangeRounds.run(name: "tokens and people") { changes, benches in
      let change = changes.accountChange()
      let command = benches.command.command(change.arguments)
      let refusal = Self.refusal {
        () throws(ChangeError) in
        try change.make(
          StoreChanges(
            by: .everything(as: .service), in: benches.api.store, at: RandomConfigurations.now))
      }
      let error = Self.error(command.output)
      let both = """
        keiro \(change.arguments.joined(separator: " "))
        \(command.code): \(command.output)\(command.error)
        \(refusal.map { "\($0.code): \($0.detail) \($0.faults)" } ?? "made")
        """
      guard (command.code == .done) == (refusal == nil), error?.code == refusal?.code,
        error?.detail == refusal?.detail, error?.faults ?? [] == refusal?.faults ?? []
      else { return "other outcomes: \(both)" }
      let entries = try (
        TwinBenches.entries(benches.command.store), TwinBenches.entries(benches.api.store)
      )
      let accounts = try (
        Self.accounts(benches.command.store), Self.accounts(benches.api.store)
      )
      return entries.0 == entries.1 && accounts.0 == accounts.1 ? nil : "other stores: \(both)"
    }
  }

  @Test func `the command line changes webhooks as the API does`() throws {
    try ChangeRounds.run(name: "webhooks") { changes, benches in
      let ids = try (
        benches.command.store.webhooks().map(\.id), benches.api.store.webhooks().map(\.id)
      )
      let change = changes.webhookChange(count: ids.0.count)
      let command = benches.command.command(change.arguments(ids.0))
      let api = try benches.api.api(change.method, change.target(ids.1), change.body)
      let both = """
        keiro \(change.arguments(ids.0).joined(separator: " "))
        \(change.method) \(change.target(ids.1)) \(String(decoding: change.body, as: UTF8.self))
        \(command.code): \(command.output)\(command.error)
        \(api.status): \(api.body)
        """
      let error = Self.error(command.output)
      guard (command.code == .done) == (api.status < 300),
        error?.faults.map(\.detail) ?? [] == (error?.faults.isEmpty == false ? api.details : []),
        error.map({ $0.faults.isEmpty ? [$0.detail] == api.details : true }) ?? true
      else { return "other outcomes: \(both)" }
      let hooks = try (Self.webhooks(benches.command.store), Self.webhooks(benches.api.store))
      let entries = try (
        TwinBenches.entries(benches.command.store), TwinBenches.entries(benches.api.store)
      )
      return hooks.0 == hooks.1 && entries.0 == entries.1 ? nil : "other stores: \(both)"
    }
  }

  // MARK: - Outcomes

  private static func refusal(_ make: () throws(ChangeError) -> Void) -> ChangeRefusal? {
    do throws(ChangeError) {
      try make()
      return nil
    } catch {
      guard case .refused(let refusal) = error else { return nil }
      return refusal
    }
  }

  private static func error(
    _ output: String
  ) -> (code: String, detail: String, faults: [FieldFault])? {
    let root = (try? JSONDocument(parsing: Array(output.utf8)))?.root
    guard let error = root?.member("error") else { return nil }
    let faults = (error.member("errors")?.array ?? []).map { fault in
      FieldFault(fault.member("field")?.string ?? "", fault.member("detail")?.string ?? "")
    }
    return (error.member("code")?.string ?? "", error.member("detail")?.string ?? "", faults)
  }

  // MARK: - Stores

  /// What tokens and people allow, without what chance makes of them.
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
