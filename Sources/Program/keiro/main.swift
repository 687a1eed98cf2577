import Glibc
import KeiroCommand
import System

let environment = Process.environment
let code = KeiroCommand.main(
  arguments: Process.arguments, environment: environment,
  console: .standard(environment: environment))
exit(code.rawValue)
