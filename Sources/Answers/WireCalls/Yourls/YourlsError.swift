import HTTPCore
import JSONSyntax
import Service

/// A problem in the words of YOURLS.
struct YourlsError {
  private let problem: Problem
  private let form: WireForm

  init(_ problem: Problem, _ form: WireForm) {
    self.problem = problem
    self.form = form
  }

  /// The status, the word in `code`, and what stands in `message`.
  private var told: (status: HTTPStatus, code: String?, message: String) {
    switch problem.type {
    case "unauthenticated":
      let hasPassword = form["username"] != nil || form["password"] != nil
      return (.forbidden, nil, hasPassword ? "Invalid username or password" : "Please log in")
    case "link-not-found":
      return (.notFound, nil, "Error: short URL not found")
    case "slug-taken":
      // A client finds the words in an answer that counts as one to a valid request.
      let keyword = form["keyword"] ?? ""
      return (
        .ok, "error:keyword",
        "Short URL \(keyword.prefix(200)) already exists in database or is reserved"
      )
    case "invalid-fields": return invalid
    case "link-of-configuration", "link-busy": return (.conflict, "error:concurrency", sentence)
    case "store-unavailable", "busy": return (.serviceUnavailable, "error:db", sentence)
    default: return (problem.status, nil, sentence)
    }
  }

  /// A fault of the destination, or of whatever comes first.
  private var invalid: (status: HTTPStatus, code: String?, message: String) {
    guard let fault = problem.faults.first(where: { $0.field == "url" }) else {
      let isOfKeyword = problem.faults.contains { $0.field == "slug" }
      return (.badRequest, isOfKeyword ? "error:keyword" : "error:db", sentence)
    }
    guard form["url"] != nil else {
      return (.badRequest, "error:nourl", "Missing or malformed URL")
    }
    return (.badRequest, "error:nourl", "Missing or malformed URL: \(fault.detail)")
  }

  private var sentence: String { Self.fields.sentence(of: problem) }

  /// What YOURLS calls the fields that its parameters set.
  private static let fields = WireFields(fields: [
    .init(theirs: "keyword", ours: "slug"), .init(theirs: "title", ours: "name"),
  ])

  var response: HTTPResponse {
    let (status, code, message) = told
    var members: [JSONOutput.Member] = []
    if let code { members = [.init("status", .string("fail")), .init("code", .string(code))] }
    members.append(.init("message", .string(message)))
    let answer = YourlsAnswer(
      status, failed: members, simple: status == .notFound ? "not found" : message)
    do throws(Problem) {
      return try answer.response(form, .refused, problem.fields)
    } catch {
      // The one format that can fail is refused in the one that YOURLS has by default.
      var members = members
      members[members.count - 1] = .init("message", .string(error.detail))
      let plain = YourlsAnswer(.badRequest, failed: members, simple: error.detail)
      return (try? plain.response(WireForm(), .refused)) ?? error.response(from: .yourls)
    }
  }
}
