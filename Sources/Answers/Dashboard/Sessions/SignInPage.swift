import Changes
import Cryptography
import HTTPCore
import LinkStorage
import Service

extension PageContext {
  private var next: String? { Self.local(form["next"] ?? query["next"]) }

  func signInPage() -> HTTPResponse {
    user == nil ? signInForm(nil) : .redirect(to: next ?? "/dashboard/")
  }

  /// The sign-in page for a form that was sent after the session had ended.
  func signInPage(keeping kept: KeptForm) -> HTTPResponse {
    signInForm(nil, .forbidden, keeping: kept)
  }

  private func signInForm(
    _ error: String?, _ status: HTTPStatus = .ok, keeping kept: KeptForm? = nil
  ) -> HTTPResponse {
    let kept = kept ?? KeptForm(in: form)
    let reason: Word? =
      kept != nil
      ? .sessionEnded
      : next == PageAddresses.importWithoutFile ? .sessionEndedBeforeUpload : nil
    let ended = reason.map { notice("<p>\(t($0))</p>", .warning) }
    let fault = error.map { error -> Markup in
      "<p class=\"fault\" id=\"token-fault\" role=\"alert\">\(error)</p>"
    }
    let invalid = Markup.when(
      error != nil, " aria-invalid=\"true\" aria-describedby=\"token-fault\"")
    let focus = Markup.when(error != nil || !hasOtherWays, " autofocus")
    return page(
      t(.signIn),
      """
      <h1>\(t(.signIn))</h1>
      \(ended)
      \(passkeyButton)
      \(providerButtons(keeping: kept))
      <form id="sign-in" method="post" action="/dashboard/sign-in">
      \(hidden([("next", next)]))\(kept?.hidden)
      <p class="field"><label for="token">\(t(.token))</label>
      <input id="token" name="token" type="password" autocomplete="current-password" required \
      spellcheck="false" autocapitalize="none"\(focus)\(invalid)></p>
      \(fault)
      <p><button class="button\(hasOtherWays ? " quiet" : "")">\(t(.signIn))</button></p>
      <p class="soft">\(t(.tokenCommandHint))
      <code class="detail command">keiro tokens create --scope admin</code></p>
      </form>
      """, status: status)
  }

  /// Whether people sign in here; a token is then the second choice.
  private var hasOtherWays: Bool { pages.settings.origin != nil }

  private var passkeyButton: Markup {
    guard hasOtherWays else { return "" }
    return """
      <div id="passkey" hidden data-next="\(next ?? "/dashboard/")">
      <p><button type="button" class="button" data-passkey="sign-in">\
      \(t(.signInWithPasskey))</button></p>
      <p class="fault" role="alert" hidden>\(t(.passkeyRefused))</p>
      </div>
      """
  }

  /// A form that is carried waits in this page while a provider signs its user in beside it.
  private func providerButtons(keeping kept: KeptForm?) -> Markup {
    guard hasOtherWays, !pages.settings.providers.isEmpty else { return "" }
    let word = kept == nil ? Word.signInWith : .signInBesideWith
    let target: Markup = .when(kept != nil, " target=\"_blank\"")
    let buttons = Markup.each(pages.settings.providers) { provider in
      let address =
        "/dashboard/oidc/\(PageAddresses.component(provider.name))"
        + PageQuery.text([("next", next)])
      return """
        <p><a class="button quiet" href="\(address)"\(target)>\(t(word, provider.name))</a></p>
        """
    }
    let proceed: Markup = """
      <p><button class="button" form="sign-in" formnovalidate>\(t(.goOnSignedIn))</button></p>
      """
    return .of(buttons, .when(kept != nil, proceed))
  }

  /// `POST /dashboard/sign-in`: signs in with a token.
  func signIn() throws(Problem) -> HTTPResponse {
    // After a sign-in without a token, the form of the page comes for the sake of the carried form.
    if let kept = KeptForm(in: form), user != nil || form.text("token") == nil {
      return user != nil ? offered(kept) : signInPage(keeping: kept)
    }
    let guards = pages.directory.guards.authentications
    // Checked first, so that a right guess after ten thousand wrong ones does not count.
    if let wait = guards.wait(request.client, subject: "sign-in", at: now) { return tooMany(wait) }
    guard let digest = form.text("token").flatMap({ TokenText.digest(of: $0) }) else {
      return refused()
    }
    let found = try changed(signIns.token(digest: digest))
    guard let token = found else { return refused() }
    guard TokenScope.pages.contains(where: token.allows) else {
      return signInForm(t(.tokenWithoutPages), .forbidden)
    }
    return try signed(in: .token(digest: digest))
  }

  private func refused() -> HTTPResponse {
    let guards = pages.directory.guards.authentications
    if let wait = guards.take(request.client, subject: "sign-in", at: now) { return tooMany(wait) }
    return signInForm(t(.tokenRefused), .forbidden)
  }

  private func tooMany(_ wait: Int) -> HTTPResponse {
    var answer = signInForm(t(.tooManyTries, wait), .tooManyRequests)
    answer.fields.append("Retry-After", String(wait))
    return answer
  }

  /// Begins a session and leads to the requested page.
  func signed(in subject: SessionSubject, next: String? = nil) throws(Problem) -> HTTPResponse {
    var answer =
      KeptForm(in: form).map(offered)
      ?? HTTPResponse.redirect(to: Self.local(next) ?? self.next ?? "/dashboard/")
    answer.fields.append("Set-Cookie", try begin(subject))
    return answer
  }

  /// `POST /dashboard/sign-out`: ends the session, also one that lets nobody in any more.
  func signOut() throws(Problem) -> HTTPResponse {
    if let sessionDigest { try changed(signIns.end(sessionDigest)) }
    var answer = HTTPResponse.redirect(to: "/dashboard/sign-in")
    answer.fields.append("Set-Cookie", SecretCookie.session(request).clearing)
    return answer
  }
}

extension TokenScope {
  /// The scopes that make at least one page useful.
  fileprivate static let pages: [TokenScope] = [.readLinks, .writeLinks, .readStatistics]
}
