import JSONSyntax
import AppAssociation
import SiteModel
import WebSyntax

/// The keys of an object in the configuration, a row each: its name, the property where its value is
/// kept, and its kind.
///
/// The tables read the file, and make `config/keiro.schema.json`. What keys mean is said by the reference
/// in `deploy/guide/configuration.md`, from which the schema has its sentences. A new key needs a property,
/// whose initial value is the default, a row here and a row there; a test names what is missing, and
/// writes the schema.
struct ConfigurationTable<Owner> {
  /// What is read into: the defaults.
  private let blank: Owner
  private let keys: [ConfigurationKey<Owner>]
  /// Keywords of the schema, as JSON, for what concerns several keys.
  private let rules: String
  /// Checks what concerns several keys, once all have been read.
  private let check: (JSONObjectReader, inout Owner, ReadingState) -> Void

  /// The keys are read, and listed for people, in their order.
  init(
    _ blank: Owner, _ keys: ConfigurationKey<Owner>..., rules: String = "{}",
    check: @escaping (JSONObjectReader, inout Owner, ReadingState) -> Void = { _, _, _ in }
  ) {
    self.blank = blank
    self.keys = keys
    self.rules = rules
    self.check = check
  }

  /// Reads an object; nil if it is none or lacks a key.
  func read(_ field: JSONField, _ state: ReadingState) -> Owner? {
    var owner = blank
    return read(field, into: &owner, state) ? owner : nil
  }

  /// Reads an object into one that has more properties than the object has keys.
  func read(_ field: JSONField, into owner: inout Owner, _ state: ReadingState) -> Bool {
    field.object { object in
      object.note { name in
        // But for an `s` at the end, a name is meant here.
        keys.contains { $0.name + "s" == name || $0.name == name + "s" }
          ? nil : state.places.path(of: name, near: state.keys)
      }
      var isComplete = true
      for key in keys {
        let member = key.isRequired ? object.required(key.name) : object.optional(key.name)
        state.keys.append(key.name)
        let isRead = member.map { key.read($0, &owner, state) } ?? false
        state.keys.removeLast()
        if key.isRequired, !isRead { isComplete = false }
      }
      check(object, &owner, state)
      return isComplete
    } ?? false
  }

  var schema: [JSONOutput.Member] {
    let required = keys.filter(\.isRequired).map(\.name)
    return [
      .init("type", .string("object")), .init("additionalProperties", .bool(false)),
      .init("properties", .object(keys.map { .init($0.name, .object($0.schema(in: blank))) })),
    ] + (required.isEmpty ? [] : [.init("required", .strings(required))]) + .json(rules)
  }

  /// The parts of the schema that `schema` refers to.
  var definitions: [JSONOutput.Member] { keys.flatMap { $0.definitions() } }
}

/// A key of an object, with the property where its value is kept.
struct ConfigurationKey<Owner> {
  let name: String
  let isRequired: Bool
  private let keywords: () -> [JSONOutput.Member]
  let definitions: () -> [JSONOutput.Member]
  private let standard: (Owner) -> JSONOutput?
  /// Reads the value into the owner; returns false after reporting why it cannot.
  let read: (JSONField, inout Owner, ReadingState) -> Bool

  /// A key whose value is kept by `set`, which may check it against what was read before.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, isRequired: Bool = false,
    default standard: JSONOutput? = nil,
    set: @escaping (Value, inout Owner, ReadingState) -> Void
  ) {
    self.init(name, kind, isRequired, { _ in standard }, set)
  }

  /// - Parameter standard: the default in the schema if it is not the initial value of the property.
  init<Value>(
    _ name: String, _ path: WritableKeyPath<Owner, Value>, _ kind: ValueKind<Value>,
    isRequired: Bool = false, default standard: JSONOutput? = nil
  ) {
    self.init(
      name, kind, isRequired,
      { standard ?? (isRequired ? nil : kind.written($0[keyPath: path])) }
    ) { value, owner, _ in owner[keyPath: path] = value }
  }

  init<Value>(
    _ name: String, _ path: WritableKeyPath<Owner, Value?>, _ kind: ValueKind<Value>,
    isRequired: Bool = false, default standard: JSONOutput? = nil
  ) {
    self.init(
      name, kind, isRequired,
      { standard ?? $0[keyPath: path].flatMap(kind.written) ?? (kind.isNullable ? .null : nil) },
    ) { value, owner, _ in owner[keyPath: path] = value }
  }

  /// A key with an object whose values are kept beside those of the other keys.
  init(_ name: String, _ table: ConfigurationTable<Owner>) {
    let kind = ValueKind<Owner>.object(table).unread
    self.init(name, kind) { field, owner, state in
      _ = table.read(field, into: &owner, state)
    }
  }

  private init<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ isRequired: Bool,
    _ standard: @escaping (Owner) -> JSONOutput?,
    _ set: @escaping (Value, inout Owner, ReadingState) -> Void
  ) {
    self.name = name
    self.isRequired = isRequired
    self.standard = standard
    keywords = kind.schema
    definitions = kind.definitions
    read = { field, owner, state in
      if kind.isNullable, field.isNull { return true }
      guard let value = kind.read(field, state) else { return false }
      set(value, &owner, state)
      return true
    }
  }

  func schema(in blank: Owner) -> [JSONOutput.Member] {
    keywords() + (standard(blank).map { [.init("default", $0)] } ?? [])
  }
}

/// What values depend on besides their own text: the place of the file, and what was read before.
final class ReadingState {
  let folder: ConfigurationFolder
  /// Where the first secret is that the configuration itself holds, and where it first names each file of
  /// others.
  private(set) var inlineSecret: String?
  private(set) var secretFiles: [String: String] = [:]
  var listeners: [(address: String, field: JSONField)] = []
  /// Where application identifiers are: an association file must not list one twice.
  var identifiers: [AppIdentifier: String] = [:]
  var successor: JSONField?
  /// The environment of the app being read; nil if it cannot be read.
  var environment: DeploymentEnvironment?
  /// The apps that the site being read may name.
  var apps = AppNames([], in: [])
  /// Where hosts are.
  var hosts: [HostPattern: String] = [:]
  /// The alternate hosts, which are checked last, since the site that has one may come later.
  var alternates: [JSONField] = []
  /// The names that the path of the route being read captures; nil if the path is invalid.
  var captured: [String]? = []
  /// The keys that lead to the object being read.
  var keys: [String] = []
  private(set) lazy var places = KeyPlaces(.root)

  init(folder: ConfigurationFolder) {
    self.folder = folder
  }

  /// - Parameter file: the file that holds the secret; nil for the configuration.
  func noteSecret(at field: JSONField, in file: String? = nil) {
    if let file {
      secretFiles[file] = secretFiles[file] ?? field.path
    } else {
      inlineSecret = inlineSecret ?? field.path
    }
  }
}
