import HTTPCore
import JSONSyntax
import Service

/// A problem translated into YOURLS's format.
struct YourlsError {
  private let problem: Problem
  private let form: WireForm

  init(_ problem: Problem, _ form: WireForm) {
    self.problem = problem
    self.form = form
  }

  /// The status, the value of `code`, and the text of `message`.
  private var translation: (status: HTTPStatus, code: String?, message: String) {
    switch problem.type {
    case "unauthenticated":
      let hasPassword = form["username"] != nil || form["password"] != nil
      return (.forbidden, nil, hasPassword ? "Invalid username or password" : "Please log in")
    case "link-not-found":
      return (.notFound, nil, "Error: short URL not found")
    case "slug-taken":
      // Clients look for the text in an answer that counts as successful.
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

  /// The answer for invalid fields: a fault of the destination takes precedence.
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

  /// The YOURLS names of the fields that its parameters set.
  private static let fields = WireFields(fields: [
    .init(theirs: "keyword", ours: "slug"), .init(theirs: "title", ours: "name"),
  ])

  var response: HTTPResponse {
    let (status, code, message) = translation
    var members: [JSONOutput.Member] = []
    if let code { members = [.init("status", .string("fail")), .init("code", .string(code))] }
    members.append(.init("message", .string(message)))
    let answer = YourlsAnswer(
      status, failed: members, simple: status == .notFound ? "not found" : message)
    do throws(Problem) {
      return try answer.response(form, .refused, problem.fields)
    } catch {
      // The only format that can fail is replaced by YOURLS's default format.
      var members = members
      members[members.count - 1] = .init("message", .string(error.detail))
      let plain = YourlsAnswer(.badRequest, failed: members, simple: error.detail)
      return (try? plain.response(WireForm(), .refused)) ?? error.response(from: .yourls)
    }
  }
}
