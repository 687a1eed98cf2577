extension DoctorCheck {
  /// The pages about documents other than association files.
  var documentPage: CheckPage {
    switch self {
    case .webAuthn:
      CheckPage(
        "Where the configuration has sites[].webauthn: https://HOST/.well-known/webauthn answers "
          + "200 with the same origins, as application/json.",
        reason:
          "Browsers refuse a passkey on another origin when the file is missing, redirected or "
          + "of another type.",
        source: "W3C, Web Authentication Level 3, section 5.11",
        remedy: Remedies.wellKnown)
    case .passkeyEndpoints:
      CheckPage(
        "Where the configuration has sites[].passkeys: https://HOST/.well-known/passkey-endpoints "
          + "answers 200 with the same addresses, as application/json.",
        reason: "Password managers offer passkeys where they find them.",
        source: "W3C, A Well-Known URL for Relying Party Passkey Endpoints",
        remedy: Remedies.wellKnown)
    case .changePassword:
      CheckPage(
        "Where the configuration has sites[].changePassword: "
          + "https://HOST/.well-known/change-password redirects there by 302, 303 or 307, and a file "
          + "that does not exist does not answer 200.",
        reason: "Browsers and password managers lead people there; where every address answers 200 "
          + "they do not trust it.",
        source: "W3C, A Well-Known URL for Changing Passwords",
        remedy: Remedies.wellKnown)
    default:
      CheckPage(
        "Where apps of the host have harmony: https://HOST/.well-known/applinking.json answers 200 "
          + "with the same identifiers, as application/json.",
        reason: "AppGallery Connect reads the file when the host is published there; without it "
          + "links open the browser on HarmonyOS.",
        source: "Huawei, Using App Linking for application redirection",
        remedy: Remedies.wellKnown)
    }
  }
}
