import Changes
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service

/// A Keiro that a command asks: the store of a configuration here, or a running server elsewhere.
///
/// Every question and change stands once, with the call of the API and what the call does to a store
/// side by side. Both give the same document, which the command prints.
enum Keiro {
  case here(OpenedStore)
  case there(RemoteKeiro)

  /// Passes the Keiro of a place to a command; what goes wrong is told and ends the command.
  ///
  /// - Parameter command: what messages begin with, such as `keiro links`.
  static func with(
    _ place: KeiroPlace, at now: Timestamp, for purpose: StorePurpose, _ command: String,
    _ console: Console, _ body: (Keiro) throws(CommandFailure) -> ExitCode
  ) -> ExitCode {
    func told(_ keiro: Keiro) -> ExitCode {
      do throws(CommandFailure) {
        return try body(keiro)
      } catch {
        return console.tell(
          error, of: error.exit == .environmentFailed ? "keiro" : command)
      }
    }
    switch place {
    case .configuration(let file):
      return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
        opened throws(LinkStoreError) in told(.here(opened))
      }
    case .server(let address):
      do throws(CommandFailure) {
        return told(.there(try RemoteKeiro(address)))
      } catch {
        return console.tell(error)
      }
    }
  }

  /// The document of an answer.
  ///
  /// - Parameters:
  ///   - call: how a server is asked.
  ///   - here: how a store is asked the same.
  func document(
    _ call: @autoclosure () -> RemoteCall, here: (OpenedStore) throws(KeiroError) -> JSONOutput
  ) throws(CommandFailure) -> JSONNode {
    switch self {
    case .here(let opened): JSONNode(try opened.granted(here))
    case .there(let remote): try remote.document(call())
    }
  }
}

/// Why a store here gives no answer, as each of the floors below tells it.
enum KeiroError: Error {
  case change(ChangeError)
  case inquiry(InquiryError)
  case store(LinkStoreError)
  case failure(CommandFailure)
}

extension OpenedStore {
  /// An answer, or why there is none in the words of the API.
  func granted<Answer>(
    _ ask: (OpenedStore) throws(KeiroError) -> Answer
  ) throws(CommandFailure) -> Answer {
    do throws(KeiroError) {
      return try ask(self)
    } catch {
      switch error {
      case .change(.failed(let failure)), .inquiry(.failed(let failure)), .store(let failure):
        throw CommandFailure(failure, ofStore: name)
      case .change(let refused): throw CommandFailure(Problem(refused))
      case .inquiry(let refused): throw CommandFailure(Problem(refused))
      case .failure(let failure): throw failure
      }
    }
  }

  /// What comes of a change of tokens, people or webhooks.
  func changed<Answer>(
    _ change: (StoreChanges) throws(ChangeError) -> Answer
  ) throws(KeiroError) -> Answer {
    do throws(ChangeError) {
      return try change(changes)
    } catch {
      throw .change(error)
    }
  }

  /// What comes of a change of links.
  func edited<Answer>(
    _ change: (LinkEditor) throws(ChangeError) -> Answer
  ) throws(KeiroError) -> Answer {
    do throws(ChangeError) {
      return try change(links)
    } catch {
      throw .change(error)
    }
  }

  /// The answer to a question of the system's user, who reaches everything.
  func asked<Answer>(
    _ ask: (Inquiry) throws(InquiryError) -> Answer
  ) throws(KeiroError) -> Answer {
    do throws(InquiryError) {
      return try ask(Inquiry(snapshot, store: store, within: .everywhere, at: now))
    } catch {
      throw .inquiry(error)
    }
  }
}
