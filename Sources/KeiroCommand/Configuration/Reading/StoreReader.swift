import JSONSyntax
import Links

/// Reads the section `store`: one of its keys selects the store.
struct StoreReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField?) -> StoreSettings {
    let standard = StoreSettings.sqlite(folder.resolve("keiro.db"))
    return field?.object { object in
      let sqlite = object.optional("sqlite")
      let memory = object.optional("memory")
      let postgres = object.optional("postgres")
      postgres?.report("PostgreSQL is not available in this build: expected 'sqlite' or 'memory'")
      let path = sqlite?.text()
      if let memory, memory.bool() == false {
        memory.report("false says nothing: expected true, or 'sqlite' in its place")
      }
      switch [sqlite, memory, postgres].compactMap({ $0 }).count {
      case 0: object.field.report("no store is named: expected 'sqlite' or 'memory'")
      case 1: break
      default: object.field.report("more than one store is named: expected one")
      }
      if memory != nil { return .memory }
      return path.map { .sqlite(folder.resolve($0)) } ?? standard
    } ?? standard
  }
}
