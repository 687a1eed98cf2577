/// Code that has to handle any bytes without crashing, hanging or contradicting itself.
///
/// To add one, extend this type with a constant in a file beside this one, and add a line in `all`,
/// a folder with its name under `Corpus`, and optionally a file of words under `Dictionaries`.
/// `deploy/check/fuzz` runs it under libFuzzer; the unit tests run it on its corpus.
package struct FuzzTarget: Sendable {
  /// The name, which is also that of its folder under `Corpus`.
  package let name: String
  /// Runs the code on an input and ends the process on a fault.
  package let run: @Sendable ([UInt8]) -> Void

  package static let all = [
    association, configuration, destinations, imports, json, management, pages, proxies,
    requests, signIns,
  ]

  package static func named(_ name: String) -> FuzzTarget? {
    all.first { $0.name == name }
  }

  /// Checks a condition that has to hold for any bytes.
  static func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    // A precondition would not print its message in the fuzzer's optimised build.
    guard condition else { fatalError(message()) }
  }
}
