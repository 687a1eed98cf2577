import Glibc

/// The first word of the command line selects a subcommand; without one everything is measured.
func runSubcommand(_ arguments: [String]) {
  guard let name = arguments.first else { return }
  let rest = Array(arguments.dropFirst())
  switch name {
  case "http": exit(HTTPBenchmark.run())
  case "memory": exit(MemoryBenchmark.run())
  case "rules": exit(RulesBenchmark.run())
  case "links": exit(LinksBenchmark.run(rest))
  case "postgres": exit(PostgresBenchmark.run(rest))
  case "statistics": exit(StatisticsBenchmark.run(rest))
  case "counting": exit(CountingBenchmark.run(rest))
  case "ask": exit(Asking.run(rest))
  case "idle": exit(IdleConnectionCost.run(rest))
  case "flood": exit(Flood.run(rest))
  case "slow": exit(SlowClients.run(rest))
  case "cold": exit(ColdVisits.run(rest))
  case "verify": exit(Verifying.run(rest))
  case "smuggle": exit(Smuggling.run(rest))
  default: return
  }
}

/// Prints the error to standard error and exits with the code for wrong usage.
func usage(_ text: String) -> Never {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(2)
}
