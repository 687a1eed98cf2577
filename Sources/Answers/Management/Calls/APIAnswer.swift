import HTTPCore
import JSONSyntax

/// The answer to a call: a response whose document is printed once it is complete.
struct APIAnswer: Sendable {
  /// The response; without a body when there is a document.
  var head: HTTPResponse
  /// Nil for an answer that is not JSON or has no body.
  var document: JSONOutput?

  init(_ head: HTTPResponse, document: JSONOutput? = nil) {
    self.head = head
    self.document = document
  }

  var fields: HTTPFields {
    get { head.fields }
    set { head.fields = newValue }
  }

  var response: HTTPResponse {
    guard let document else { return head }
    var response = head
    response.body = Array((document.compact + "\n").utf8)
    return response
  }
}
