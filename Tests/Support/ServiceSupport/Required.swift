/// A part of a fixture is missing; the error ends the test.
struct Missing: Error, CustomStringConvertible {
  let description: String
}

/// - Parameter details: the reason why the value may be missing.
func required<Value>(
  _ value: Value?, _ details: @autoclosure () -> String = "", line: Int = #line
) throws -> Value {
  guard let value else {
    throw Missing(description: "line \(line): no \(Value.self): \(details())")
  }
  return value
}
