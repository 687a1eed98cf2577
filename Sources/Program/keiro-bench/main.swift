import Glibc

/// Measures parts of Keiro, each next to a plain reference for the same task in the same run: the
/// ratios hold on a noisy machine, the times do not.

runSubcommand(Array(CommandLine.arguments.dropFirst()))

let benchmarks: [(name: String, run: () -> Void)] = [
  ("request", RequestBenchmark.run), ("association", AssociationBenchmark.run),
]
let wanted = CommandLine.arguments.dropFirst()
let unknown = wanted.filter { name in !benchmarks.contains { $0.name == name } }
if let first = unknown.first {
  let names = benchmarks.map(\.name).joined(separator: " or ")
  let line = Array("keiro-bench: unknown benchmark '\(first)': expected \(names)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(2)
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
  benchmark.run()
}
