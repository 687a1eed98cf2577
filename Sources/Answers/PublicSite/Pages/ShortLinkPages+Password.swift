import HTTPCore
import Service
import WebSyntax

enum PasswordFormState: Equatable {
  case asked
  case wrong
  /// - Parameter retryAfter: the seconds to wait.
  case tooManyTries(retryAfter: Int)
  /// Too many other checks are in progress.
  ///
  /// - Parameter retryAfter: the seconds to wait.
  case busy(retryAfter: Int)
}

extension ShortLinkPages {
  /// A form that sends the field `password` back to its own address.
  ///
  /// - Parameter action: the path and query of the request.
  func passwordForm(_ state: PasswordFormState, action: String) -> HTTPResponse {
    let address = PageAddress(local: action)
    switch state {
    case .asked: return form(.ok, address, isWrong: false, outcome: .password)
    case .wrong: return form(.forbidden, address, isWrong: true, outcome: .passwordWrong)
    case .tooManyTries(let seconds):
      return later(.tooManyRequests, words(.tooManyTitle), words(.tooManyText), seconds, address)
    case .busy(let seconds):
      return later(
        .serviceUnavailable, words(.unavailableTitle), words(.busyText), seconds, address)
    }
  }

  private func form(
    _ status: HTTPStatus, _ action: PageAddress?, isWrong: Bool, outcome: AnswerOutcome
  ) -> HTTPResponse {
    var page = document(words(.passwordTitle))
    page.body = ["<p id=\"why\">\(HTMLText.escape(words(.passwordText)))</p>"]
    if isWrong {
      let text = HTMLText.escape(words(.passwordWrong))
      page.body.append("<p class=\"wrong\" id=\"wrong\" role=\"alert\">\(text)</p>")
    }
    // A form without an action goes to the page's own address, which is the fallback for an action
    // that is not a path on this host.
    let target = action.map { " action=\"\($0.html)\"" } ?? ""
    let described = isWrong ? "\"wrong\" aria-invalid=\"true\"" : "\"why\""
    page.body += [
      "<form method=\"post\"\(target)>",
      "<label for=\"password\">\(HTMLText.escape(words(.passwordLabel)))</label>",
      "<input id=\"password\" name=\"password\" type=\"password\" required autofocus "
        + "autocomplete=\"current-password\" aria-describedby=\(described)>",
      "<button class=\"button\">\(HTMLText.escape(words(.passwordSubmit)))</button>", "</form>",
    ]
    return response(page, status: status, content: .form, outcome: outcome)
  }

  private func later(
    _ status: HTTPStatus, _ title: String, _ text: String, _ seconds: Int, _ address: PageAddress?
  ) -> HTTPResponse {
    var page = document(title)
    page.body = ["<p>\(HTMLText.escape(text))</p>"]
    if let address {
      let text = HTMLText.escape(words(.tryAgain))
      page.body.append("<a class=\"button\" href=\"\(address.html)\">\(text)</a>")
    }
    var answer = response(page, status: status, outcome: .passwordLimited)
    answer.fields.append("Retry-After", String(max(seconds, 1)))
    return answer
  }
}
