import JSONSyntax
import Links
import System

/// Reads the section `store`; exactly one key selects the kind of store.
struct StoreReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField?) -> StoreSettings {
    let standard = StoreSettings.sqlite(folder.resolve("keiro.db"))
    return field?.object { object in
      let sqlite = object.optional("sqlite")
      let memory = object.optional("memory")
      let postgres = object.optional("postgres")
      let settings = readPostgres(postgres, object)
      let path = sqlite?.text()
      if let memory, memory.bool() == false {
        memory.report("'memory' can only be true: expected true, or 'sqlite' instead")
      }
      switch [sqlite, memory, postgres].compactMap({ $0 }).count {
      case 0: object.field.report("no store is named: expected 'sqlite', 'postgres' or 'memory'")
      case 1: break
      default: object.field.report("more than one store is named: expected one")
      }
      if postgres != nil { return settings.map(StoreSettings.postgres) ?? standard }
      if memory != nil { return .memory }
      return path.map { .sqlite(folder.resolve($0)) } ?? standard
    } ?? standard
  }

  /// Reads the keys that only a node with a database has.
  private func readPostgres(_ field: JSONField?, _ object: JSONObjectReader) -> PostgresSettings? {
    let feed = object.optional("feed")
    let copy = object.optional("copy")
    let node = object.optional("node")
    let migrates = object.optional("migrate")
    let limited = object.optional("limitedLinks")
    let secrets = SecretReader(folder: folder)
    guard let field else {
      for key in [feed, copy, node, migrates, limited] {
        key?.report("the key has no effect without 'postgres': expected it as well")
      }
      return nil
    }
    guard let connection = secrets.read(field) else { return nil }
    var settings = PostgresSettings(
      connection: connection, copy: folder.resolve(copy?.text() ?? "keiro-copy.db"),
      node: node.flatMap(readNode) ?? Process.hostName)
    settings.feed = feed.flatMap(secrets.read)
    settings.migrates = migrates?.bool() ?? false
    switch limited.flatMap({ $0.string() }) {
    case nil, "refuse": break
    case "serve": settings.servesLimitedLinks = true
    case let word?: limited?.report("'\(word)' is unknown: expected 'refuse' or 'serve'")
    }
    return settings
  }

  private func readNode(_ field: JSONField) -> String? {
    guard let name = field.text() else { return nil }
    let isName = name.utf8.count <= 50 && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isName else {
      field.report("'\(name)' is no name of a node: expected up to 50 letters, digits and signs")
      return nil
    }
    return name
  }
}
