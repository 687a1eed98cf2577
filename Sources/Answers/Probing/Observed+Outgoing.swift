import Doctor
import Outgoing
import WebSyntax

extension Observed {
  init(_ observation: OutgoingObservation, of inspection: OutgoingInspection) {
    self.init(
      url: inspection.request.url, status: observation.status,
      fields: observation.fields.map { Field($0.name, $0.value) }, body: observation.body,
      milliseconds: observation.milliseconds)
    failure = observation.failure.map { Failure($0, of: inspection, in: self) }
  }
}

extension Observed.Failure {
  /// Error codes of libcurl.
  private enum Code {
    static let cannotConnect = 7
    static let handshake = 35
    static let untrusted = [51, 60, 83]
    static let emptyAnswer = 52
    /// Fewer bytes than announced; a connection closed without TLS's close notification.
    static let cutShort = [18, 56]
    static let undecodable = 61
    /// What is sent or received ends with an error of the connection.
    static let reset = [55, 56]
    /// More fields, or bytes of them, than are read.
    static let header = [23, 27, 100]
    static let protocols = [1, 8, 16, 43, 92]
    static let nameless = 6
  }

  /// - Parameter answer: what was received before the failure.
  init(_ failure: OutgoingFailure, of inspection: OutgoingInspection, in answer: Observed) {
    let words = failure.detail.isEmpty ? failure.error.message : failure.detail
    switch failure.error {
    case .tooLong: self = .tooLong(inspection.request.bodyLimit)
    case .closedAddress: self = .privateAddress
    case .timeout:
      switch failure.phase {
      case .connect: self = .timeout("a connection", seconds: inspection.connectTimeout)
      case .tls: self = .timeout("a TLS connection", seconds: inspection.connectTimeout)
      case .wait: self = .timeout("an answer", seconds: inspection.request.timeout)
      case .receive: self = .timeout("the whole answer", seconds: inspection.request.timeout)
      }
    case .failed(let code, _):
      switch code {
      case Code.cannotConnect: self = Self.connection(failure.systemError, words)
      case Code.handshake: self = .handshake(Self.reason(words))
      case let code where Code.untrusted.contains(code):
        self = .untrusted(failure.verification, words)
      case Code.emptyAnswer: self = .other("the server closed the connection without an answer")
      case let code where Code.cutShort.contains(code) && failure.phase == .receive:
        let coding = answer["content-encoding"]
        self = .cutShort(
          received: inspection.unpacks && coding != nil ? nil : answer.body.count,
          promised: answer["content-length"].flatMap { DecimalDigits.number($0.utf8) })
      case Code.undecodable:
        self = .undecodable(coding: answer["content-encoding"] ?? "")
      case let code where failure.phase == .tls:
        self = .handshake(Code.reset.contains(code) ? "reset" : Self.reason(words))
      case let code where Code.reset.contains(code): self = .reset
      case let code where Code.header.contains(code): self = .headerTooLarge
      case let code where Code.protocols.contains(code):
        self = .other("what answers does not speak HTTP as clients do")
      case Code.nameless: self = .other("the name has no address")
      default: self = .other("the connection failed (code \(code) of libcurl)")
      }
    default: self = .other(words)
    }
  }

  /// OpenSSL's message without its version, numbers and module names.
  private static func reason(_ words: String) -> String {
    guard let colon = words.lastIndex(of: ":"), words[..<colon].contains(where: { $0 == ":" })
    else {
      return words
    }
    let reason = words[words.index(after: colon)...].drop { $0 == " " }
    return reason.isEmpty ? words : fact(String(reason))
  }

  /// What OpenSSL's reasons say about a server; others stay as they are.
  private static func fact(_ reason: String) -> String {
    switch reason {
    case "sslv3 alert handshake failure", "ssl/tls alert handshake failure":
      "the server refuses every version and cipher that is offered"
    case "unexpected eof while reading": "the server closes the connection in the middle of it"
    case "tlsv1 unrecognized name", "unrecognized name":
      "the server knows no certificate for the name"
    case "tlsv1 alert internal error", "internal error": "the server reports an error of its own"
    default: reason
    }
  }

  private static func connection(_ error: Int32, _ words: String) -> Observed.Failure {
    // Linux's numbers, which never change: ECONNREFUSED; ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL,
    // EAFNOSUPPORT.
    switch error {
    case 111: .refused
    case 101, 113, 99, 97: .noRoute
    case 104: .reset
    default: .other("there is no connection")
    }
  }
}
