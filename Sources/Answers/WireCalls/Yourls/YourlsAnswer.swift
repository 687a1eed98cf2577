import HTTPCore
import JSONSyntax
import Service
import WebSyntax

struct YourlsAnswer {
  /// The status, which is repeated in the body.
  private var status: HTTPStatus
  private var document: JSONOutput
  /// The text for the format `simple`.
  private var simple: String

  init(
    _ document: JSONOutput, _ status: HTTPStatus = .ok,
    simple: String = "Need either XML or JSON format for stats"
  ) {
    self.status = status
    let code: JSONOutput = status == .ok ? [:] : ["errorCode": .string(String(status.code))]
    self.document = document + code + ["statusCode": .int(status.code)]
    self.simple = simple
  }

  func response(
    _ form: WireForm, _ outcome: AnswerOutcome = .api,
    _ fields: [(name: String, value: String)] = []
  ) throws(Problem) -> HTTPResponse {
    let (type, text) = try written(form)
    return WireCall.response(status, type, Array(text.utf8), .yourls, outcome, fields)
  }

  private func written(_ form: WireForm) throws(Problem) -> (type: String, text: String) {
    switch form["format"] ?? "xml" {
    case "json": return ("application/json", document.compact)
    case "jsonp":
      guard let callback = form["callback"], Self.isName(callback) else {
        throw .parameter("callback", "expected the name of a function")
      }
      // The comment prevents the name from being read as the beginning of another file format.
      return ("application/javascript", "/**/\(callback)(\(document.compact))")
    case "xml":
      let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      return ("application/xml", head + Self.xml("result", document) + "\n")
    default: return ("text/plain; charset=utf-8", simple)
    }
  }

  /// Accepts only names with dots between them, which cannot end the call.
  private static func isName(_ text: String) -> Bool {
    let name = text.utf8
    return (1...100).contains(name.count) && !ASCII.isDigit(name.first ?? 0)
      && name.allSatisfy {
        ASCII.isAlphanumeric($0)
          || [UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: ".")].contains($0)
      }
  }

  private static func xml(_ name: String, _ value: JSONOutput) -> String {
    let inner: String
    switch value {
    case .object(let members): inner = members.map { xml($0.name, $0.value) }.joined()
    case .string(let text):
      inner = HTMLText.escape(String(String.UnicodeScalarView(text.unicodeScalars.filter(isInXML))))
    case .int(let number): inner = String(number)
    case .number(let digits): inner = digits
    case .bool(let value): inner = value ? "1" : ""
    case .null, .array: inner = ""
    }
    return "<\(name)>\(inner)</\(name)>"
  }

  /// XML 1.0 cannot represent other control characters.
  private static func isInXML(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
      || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }
}

struct YourlsError {
  let problem: Problem
  let form: WireForm

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

  private static let fields = WireFields(fields: [
    .init(theirs: "keyword", ours: "slug"), .init(theirs: "title", ours: "name"),
  ])

  var response: HTTPResponse {
    let (status, code, message) = translation
    let fault: JSONOutput = code.map { ["status": "fail", "code": .string($0)] } ?? [:]
    let answer = YourlsAnswer(
      fault + ["message": .string(message)], status,
      simple: status == .notFound ? "not found" : message)
    do throws(Problem) {
      return try answer.response(form, .refused, problem.fields)
    } catch {
      // The only format that can fail is replaced by YOURLS's default format.
      let plain = YourlsAnswer(
        fault + ["message": .string(error.detail)], .badRequest, simple: error.detail)
      return (try? plain.response(WireForm(), .refused)) ?? error.response(from: .yourls)
    }
  }
}
