import JSONSyntax
import SiteModel

/// `keiro association`: prints the document that a host serves.
struct AssociationCommand {
  let file: String
  let host: String
  let kind: AssociationKind

  func run(_ console: Console) -> ExitCode {
    let snapshot: ServiceSnapshot
    do throws(ConfigurationFailure) {
      snapshot = try CompiledConfiguration(path: file).snapshot
    } catch {
      error.obstacle(file: file).forEach(console.complain)
      return error.exitCode
    }
    guard snapshot.serves(host: host) else {
      let hosts = snapshot.hostNames
      let nearest = nearestName(to: host, among: hosts).map { "; did you mean '\($0)'?" } ?? ""
      console.complain(
        "keiro: --host '\(host)' is not a host of \(file): expected one of "
          + hosts.joined(separator: ", ") + nearest)
      return .negative
    }
    guard let document = snapshot.document(host: host, isApple: kind == .apple) else {
      console.complain("keiro: \(host) serves no \(kind.rawValue) document: no app takes part")
      return .negative
    }
    console.write(document, to: .output)
    return .done
  }
}
