/// Something that has to take any bytes: it neither crashes nor hangs nor contradicts itself.
///
/// A new one is a file beside this one that extends this type with a constant, a line in `all`, a
/// folder of its name under `Corpus`, and at will a file of words under `Dictionaries`.
/// `deploy/fuzz` runs it under libFuzzer; the unit tests hold it against its corpus.
package struct FuzzTarget: Sendable {
  /// Also the name of its folder under `Corpus`.
  package let name: String
  /// Ends the process where something is wrong.
  package let run: @Sendable ([UInt8]) -> Void

  package static let all = [
    association, configuration, destinations, imports, json, management, pages, requests,
  ]

  package static func named(_ name: String) -> FuzzTarget? {
    all.first { $0.name == name }
  }

  /// What has to hold whatever the bytes are.
  static func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    // A precondition would keep its message to itself in the fuzzer's optimised build.
    guard condition else { fatalError(message()) }
  }
}
