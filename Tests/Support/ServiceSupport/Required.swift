/// What a fixture is made of is not there, which ends the test that wants it.
struct Missing: Error, CustomStringConvertible {
  let description: String
}

/// - Parameter details: why a value may be missing.
func required<Value>(
  _ value: Value?, _ details: @autoclosure () -> String = "", line: Int = #line
) throws -> Value {
  guard let value else {
    throw Missing(description: "line \(line): no \(Value.self): \(details())")
  }
  return value
}
