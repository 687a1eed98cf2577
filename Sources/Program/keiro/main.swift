import Glibc
import KeiroCommand
import System

let environment = Process.environment
let code = KeiroCommand.main(
  arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
  console: .standard(environment: environment))
exit(code.rawValue)
