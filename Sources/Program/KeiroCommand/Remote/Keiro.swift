import Changes
import JSONSyntax
import LinkStorage
import Links
import Management
import Service

/// The Keiro that a command works with: the store of a configuration on this machine, or a running
/// server. Both answer the calls of the API, so that a command names nothing but its call, and prints
/// the document of the answer.
enum Keiro {
  case here(OpenedStore, LocalAPI)
  case there(RemoteKeiro)

  /// Passes a Keiro to a command. An error is reported and ends the command.
  static func with(
    _ location: KeiroLocation, at now: Timestamp, for purpose: StorePurpose,
    _ console: Console, _ body: (Keiro) throws(CommandFailure) -> ExitCode
  ) -> ExitCode {
    func run(_ keiro: Keiro) -> ExitCode {
      do throws(CommandFailure) {
        return try body(keiro)
      } catch {
        return console.report(error)
      }
    }
    switch location {
    case .configuration(let file):
      return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
        opened throws(LinkStoreError) in run(.here(opened, LocalAPI(opened)))
      }
    case .server(let address):
      do throws(CommandFailure) {
        return run(.there(try RemoteKeiro(address)))
      } catch {
        return console.report(error)
      }
    }
  }

  /// The document of the answer to a call; null for an answer without one.
  func document(_ request: APIRequest) throws(CommandFailure) -> JSONNode {
    switch self {
    case .here(let opened, let api):
      do throws(Problem) {
        return JSONNode(try api.document(request))
      } catch {
        guard let failure = error.storeFailure else { throw CommandFailure(error) }
        throw CommandFailure(failure, ofStore: opened.name)
      }
    case .there(let remote): return try remote.document(request)
    }
  }
}

extension LocalAPI {
  fileprivate init(_ opened: OpenedStore) {
    var services = ManagementServices()
    services.outgoing = opened.outgoing
    services.origin = opened.dashboard.origin
    self.init(
      opened.snapshot, opened.store, by: opened.changes.authority, services: services,
      at: opened.now)
  }
}

/// The reasons why a store cannot be used directly, one case for each layer below.
enum KeiroError: Error {
  case change(ChangeError)
  case store(LinkStoreError)
  case failure(CommandFailure)
}

extension OpenedStore {
  /// The answer, or the reason why there is none in terms of the API's problems.
  func granted<Answer>(
    _ ask: (OpenedStore) throws(KeiroError) -> Answer
  ) throws(CommandFailure) -> Answer {
    do throws(KeiroError) {
      return try ask(self)
    } catch {
      switch error {
      case .change(.failed(let failure)), .store(let failure):
        throw CommandFailure(failure, ofStore: name)
      case .change(let refused): throw CommandFailure(Problem(refused))
      case .failure(let failure): throw failure
      }
    }
  }
}
