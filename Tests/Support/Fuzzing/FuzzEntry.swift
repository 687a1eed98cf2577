import Glibc

/// The target that `KEIRO_FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = getenv("KEIRO_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.named(name) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
    preconditionFailure("'\(name)' is not a target: expected one of \(names)")
  }
  return target
}()

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzerTestOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
