/// A path with names in braces for the parts that vary, such as `/v1/links/{host}/{slug}:restore`: the
/// path templating of OpenAPI.
package struct PathTemplate: Sendable {
  /// The names, in the order of their values.
  package let names: [String]
  /// The texts before, between and after the names.
  private let texts: [String]

  /// - Parameter text: a path in which each name is enclosed in braces.
  package init(_ text: String) {
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    var (names, texts) = ([String](), [parts.first.map(String.init) ?? ""])
    for part in parts.dropFirst() {
      let end = part.firstIndex(of: "}") ?? part.endIndex
      names.append(String(part[..<end]))
      texts.append(String(part[end...].dropFirst()))
    }
    (self.names, self.texts) = (names, texts)
  }

  /// The values of the names in a path, none of them empty, with their escapes; nil when the path does
  /// not match. A value ends before the first occurrence of the following text, and the last one before
  /// the end, so that it alone may contain that text, or a slash.
  package func values(in path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard let start = texts.first, path.starts(with: start.utf8) else { return nil }
    var rest = path.dropFirst(start.utf8.count)
    var values: [ArraySlice<UInt8>] = []
    for text in texts.dropFirst() {
      let isLast = values.count + 1 == names.count
      let value = isLast ? Self.part(of: rest, endingIn: text) : Self.part(of: rest, before: text)
      guard let value, !value.isEmpty else { return nil }
      values.append(value)
      rest = rest.dropFirst(value.count + text.utf8.count)
    }
    return rest.isEmpty ? values : nil
  }

  /// The path with values in the place of the names.
  package func path(_ values: [String]) -> String {
    zip([""] + values, texts).map { $0 + $1 }.joined()
  }

  private static func part(
    of rest: ArraySlice<UInt8>, endingIn text: String
  ) -> ArraySlice<UInt8>? {
    let count = text.utf8.count
    return rest.suffix(count).elementsEqual(text.utf8) ? rest.dropLast(count) : nil
  }

  private static func part(
    of rest: ArraySlice<UInt8>, before text: String
  ) -> ArraySlice<UInt8>? {
    let end = rest.indices.first { rest[$0...].starts(with: text.utf8) }
    return end.map { rest[..<$0] }
  }

  /// The text before the first name.
  fileprivate var start: String { texts.first ?? "" }

  /// Whether it is to be tried before another template that may match the same path: the one with the
  /// longer text before its first name, or else with more text in all.
  fileprivate func precedes(_ other: PathTemplate) -> Bool { weight > other.weight }

  /// The texts themselves make the order the same in every process.
  private var weight: (start: Int, all: Int, text: String) {
    (start.utf8.count, texts.map(\.utf8.count).reduce(0, +), texts.joined(separator: "{}"))
  }
}

/// The operations of an API, by the templates of their paths.
package struct PathTable<Operation: Sendable>: Sendable {
  private let rows: [(template: PathTemplate, operations: [Operation])]

  /// - Parameter path: the template of an operation's path; several operations may share one.
  package init(_ operations: [Operation], path: (Operation) -> String) {
    rows = Dictionary(grouping: operations, by: path)
      .map { (template: PathTemplate($0.key), operations: $0.value) }
      .sorted { $0.template.precedes($1.template) }
  }

  /// The result of reading a path: the first that `read` returns for a matching template, beginning with
  /// the most specific; nil without any. After a template that `read` refuses, only those with the same
  /// text before the first name are tried: `/a/b/{one}` never falls back to `/a/{two}`.
  ///
  /// - Parameter read: gets the operations of the template, and the names of its values with these.
  package func first<Result>(
    matching path: ArraySlice<UInt8>,
    _ read: ([Operation], [(name: String, value: ArraySlice<UInt8>)]) -> Result?
  ) -> Result? {
    var start: String?
    for (template, operations) in rows where start == nil || start == template.start {
      guard let values = template.values(in: path) else { continue }
      start = template.start
      let named = zip(template.names, values).map { (name: $0, value: $1) }
      if let result = read(operations, named) { return result }
    }
    return nil
  }
}
