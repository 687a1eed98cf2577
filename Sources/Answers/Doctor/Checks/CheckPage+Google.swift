extension DoctorCheck {
  /// The pages about Google's file and Google's API.
  var googlePage: CheckPage {
    switch self {
    case .assetlinksStatus:
      CheckPage(
        "https://HOST/.well-known/assetlinks.json answers 200 to Google's service, and the whole body "
          + "arrives and can be decompressed. Where there is no file, some wrong paths are checked, too.",
        reason: "Otherwise Android opens the browser, or asks which app to use.",
        source: Sources.appLinks,
        remedy: "pass the path on to Keiro: " + Remedies.pass)
    case .assetlinksRedirect:
      CheckPage(
        "The file is not redirected.",
        reason: "Verification follows no redirects, neither from http to https nor to www.",
        source: Sources.appLinks + ": without any redirects",
        remedy: "answer the path on this host, before any redirect: " + Remedies.pass)
    case .assetlinksContentType:
      CheckPage(
        "The file is application/json.",
        reason: "Verification refuses other types.",
        source: Sources.appLinks + ": Content-Type application/json",
        remedy: "set the type, in nginx: location = /.well-known/assetlinks.json { default_type "
          + "application/json; }")
    case .assetlinksTime:
      CheckPage(
        "The whole file arrives within 5 seconds, and has at most 128 kB.",
        reason: "Phones verify in the background and give up on slow answers.",
        source: Sources.appLinks,
        remedy: "serve the file without asking other services, and see what slows the server down")
    case .assetlinksAgents:
      CheckPage(
        "Google's service, phones and browsers get the same file. The evidence says what each of "
          + "them gets.",
        reason: "Firewalls and bot walls distinguish them by User-Agent.",
        source: Sources.appLinks + ": accessible without VPN or sign-in",
        remedy: "except /.well-known/ from bot protection, sign-in and geographic rules, for every "
          + "User-Agent and every address")
    case .assetlinksAddresses:
      CheckPage(
        "Every address of the name serves the same file.",
        reason: "Google may ask any of them.",
        source: "the same request to every address",
        remedy: "bring all servers behind the name to the same version and configuration")
    case .assetlinksValid:
      CheckPage(
        "The file passes keiro validate.",
        reason: "One broken statement may cost all of them.",
        source: "Google, Digital Asset Links specification; the codes of keiro validate",
        remedy: "fix what keiro validate reports, or let Keiro generate the file")
    case .assetlinksMatchesConfig:
      CheckPage(
        "The file grants the same as the one that Keiro generates.",
        reason: "Otherwise another server, a cache or an old version answers.",
        source: "keiro diff",
        remedy:
          "reload Keiro, then see what is in between: compare keiro association --kind android "
          + "--host HOST with curl https://HOST/.well-known/assetlinks.json")
    case .googleAPI:
      CheckPage(
        "Google's API has statements of the host.",
        reason: "Play and phones ask the same service; its errors show what Google could not read.",
        source: Sources.listAPI,
        remedy: "fix the checks of assetlinks.json first; Google fetches it again within hours")
    default:
      CheckPage(
        "Google's API names every package and certificate of the file.",
        reason: "An app that it does not know yet is not verified on phones.",
        source: Sources.listAPI,
        remedy: "wait until Google fetches the file again: maxAge of its answer shows when")
    }
  }
}
