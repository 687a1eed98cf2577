import Changes
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service

/// The Keiro that a command works with: the store of a configuration on this machine, or a running
/// server.
///
/// Every question and change is defined once, with the call of the API next to the same operation
/// on a store. Both return the same document, which the command prints.
enum Keiro {
  case here(OpenedStore)
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
        opened throws(LinkStoreError) in run(.here(opened))
      }
    case .server(let address):
      do throws(CommandFailure) {
        return run(.there(try RemoteKeiro(address)))
      } catch {
        return console.report(error)
      }
    }
  }

  /// The answer to a change of tokens, people or webhooks.
  ///
  /// - Parameters:
  ///   - call: the request to a server.
  ///   - here: the same change of a store.
  func changed(
    _ call: @autoclosure () -> RemoteCall,
    here: (StoreChanges, OpenedStore) throws(ChangeError) -> JSONOutput
  ) throws(CommandFailure) -> JSONNode {
    try document(call()) { opened throws(KeiroError) in
      try opened.changed { changes throws(ChangeError) in try here(changes, opened) }
    }
  }

  /// The answer to a change of links.
  ///
  /// - Parameters:
  ///   - call: the request to a server.
  ///   - here: the same change of a store.
  func edited(
    _ call: @autoclosure () -> RemoteCall,
    here: (LinkEditor, OpenedStore) throws(ChangeError) -> JSONOutput
  ) throws(CommandFailure) -> JSONNode {
    try document(call()) { opened throws(KeiroError) in
      try opened.edited { links throws(ChangeError) in try here(links, opened) }
    }
  }

  /// The answer to a question.
  ///
  /// - Parameters:
  ///   - call: the request to a server.
  ///   - here: the same question to a store.
  func asked(
    _ call: @autoclosure () -> RemoteCall, here: (Inquiry) throws(InquiryError) -> JSONOutput
  ) throws(CommandFailure) -> JSONNode {
    try document(call()) { opened throws(KeiroError) in try opened.asked(here) }
  }

  private func document(
    _ call: @autoclosure () -> RemoteCall, here: (OpenedStore) throws(KeiroError) -> JSONOutput
  ) throws(CommandFailure) -> JSONNode {
    switch self {
    case .here(let opened): JSONNode(try opened.granted(here))
    case .there(let remote): try remote.document(call())
    }
  }
}

/// The reasons why a store cannot answer, one case for each layer below.
enum KeiroError: Error {
  case change(ChangeError)
  case inquiry(InquiryError)
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
      case .change(.failed(let failure)), .inquiry(.failed(let failure)), .store(let failure):
        throw CommandFailure(failure, ofStore: name)
      case .change(let refused): throw CommandFailure(Problem(refused))
      case .inquiry(let refused): throw CommandFailure(Problem(refused))
      case .failure(let failure): throw failure
      }
    }
  }

  /// Makes a change to tokens, people or webhooks as the system's user.
  func changed<Answer>(
    _ change: (StoreChanges) throws(ChangeError) -> Answer
  ) throws(KeiroError) -> Answer {
    do throws(ChangeError) {
      return try change(changes)
    } catch {
      throw .change(error)
    }
  }

  /// Makes a change to links as the system's user.
  func edited<Answer>(
    _ change: (LinkEditor) throws(ChangeError) -> Answer
  ) throws(KeiroError) -> Answer {
    do throws(ChangeError) {
      return try change(links)
    } catch {
      throw .change(error)
    }
  }

  /// Asks a question as the system's user, who may see everything.
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
