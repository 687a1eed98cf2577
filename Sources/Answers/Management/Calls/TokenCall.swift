package import Changes
package import HTTPCore
package import LinkStorage
package import Links
package import Questions
package import Service
package import SiteModel

/// A call on the management listener in the name of a token: inquiries and changes within the reach
/// of its caller.
package protocol TokenCall {
  /// The caller's token; nil for calls that need none.
  var token: APIToken? { get }
  /// The permissions and the reach of the caller; nil for calls that need no token.
  var authority: Authority? { get }
  /// The sites within the caller's reach.
  var snapshot: ServiceSnapshot { get }
  /// The store, with everything that the calls share.
  var directory: LinkDirectory { get }
  /// The time of the call.
  var now: HTTPInstant { get }
  /// The meter of a heavy call; nil for others.
  var meter: WorkMeter? { get }
}

extension TokenCall {
  /// The time of the call.
  package var timestamp: Timestamp {
    Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch))
  }

  /// The permissions and the reach of the caller; nil for calls that need no token.
  package var authority: Authority? { token.map { Authority($0) } }

  /// The hosts within the caller's reach.
  package var reach: HostReach { authority?.reach ?? .everywhere }

  /// The questions of the caller, for `answered`.
  package var inquiry: Inquiry {
    Inquiry(snapshot, store: directory.managed, within: reach, at: timestamp)
  }

  /// The answer to an inquiry by the caller.
  package func answered<Answer>(
    _ ask: @autoclosure () throws(InquiryError) -> Answer
  ) throws(Problem) -> Answer {
    do throws(InquiryError) {
      return try ask()
    } catch {
      // An inquiry that took too long was interrupted within the store.
      try meter?.check()
      throw Problem(error)
    }
  }

  /// The editor of links in the caller's name, which turns drafts and patches into outcomes.
  package var editor: LinkEditor {
    get throws(ChangeError) {
      guard let authority else { throw .refused(.insufficientScope(.writeLinks)) }
      return directory.editor(by: authority, of: snapshot, at: timestamp)
    }
  }

  /// The outcome of a change, with refusals as problems.
  @discardableResult
  package func changed<Outcome>(
    _ change: @autoclosure () throws(ChangeError) -> Outcome
  ) throws(Problem) -> Outcome {
    do throws(ChangeError) {
      return try change()
    } catch {
      throw Problem(error)
    }
  }
}

extension LinkDirectory {
  /// The editor of links in a caller's name. The workers learn of its changes before the caller.
  package func editor(
    by authority: Authority, of sites: ServiceSnapshot, at now: Timestamp
  ) -> LinkEditor {
    LinkEditor(by: authority, in: managed, of: sites, at: now) { [self] key, _ in
      note(key)
    }
  }
}
