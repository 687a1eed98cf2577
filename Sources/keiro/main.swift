import Glibc
import KeiroCommand

let environment = environmentVariables()
let code = KeiroCommand.main(
  arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
  console: .standard(environment: environment))
exit(code.rawValue)
