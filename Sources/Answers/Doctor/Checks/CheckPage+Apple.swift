extension DoctorCheck {
  /// The pages about Apple's file and Apple's CDN.
  var applePage: CheckPage {
    switch self {
    case .aasaStatus:
      CheckPage(
        "https://HOST/.well-known/apple-app-site-association answers 200 to Apple's fetcher, and the "
          + "whole body comes and can be unpacked. Where there is no file, the root and some wrong "
          + "names are looked at too.",
        reason: "Everything else means no universal links. A firewall that answers 403 to programs "
          + "is the commonest reason; a body shorter than its Content-Length is no file.",
        source: Sources.domains + "; " + Sources.technote,
        remedy: "pass the path on to Keiro: " + Remedies.pass)
    case .aasaRedirect:
      CheckPage(
        "The file is not redirected, neither to www. nor to a sign-in.",
        reason: "Apple's fetcher and phones follow no redirects for it.",
        source: Sources.domains + ": no redirects",
        remedy: "answer the path on this host, before any redirect: " + Remedies.pass)
    case .aasaContentType:
      CheckPage(
        "The file is application/json; a signed one may be application/pkcs7-mime. The right content "
          + "with another type warns, something else in the place of the file fails.",
        reason: "Apple asks for it, though its systems read files of other types. Another type is "
          + "mostly a page in the file's place: a fallback of the site, or a wall for consent.",
        source: "Apple, Supporting Universal Links: application/json",
        remedy:
          "name the type, in nginx: location = /.well-known/apple-app-site-association { default_type "
          + "application/json; }")
    case .aasaSize:
      CheckPage(
        "The file has at most 128 kB when it is unpacked.",
        reason: "Systems since iOS 9.3.1 do not read larger ones.",
        source: "Apple, Universal links: 128 KB uncompressed",
        remedy:
          "say more with fewer rules: one component with * instead of many, one entry for apps "
          + "with the same rules")
    case .aasaTime:
      CheckPage(
        "The whole file comes within 5 seconds; more than 2 warn.",
        reason: "Apple's CDN gives up on slow answers and keeps SWCERR00301 Timeout for an hour.",
        source: "headers of Apple's CDN as public repositories quote them",
        remedy: "serve the file without asking other services, and see what slows the server down")
    case .aasaAgents:
      CheckPage(
        "Apple's fetcher, phones and browsers get the same file. The evidence says what each of them "
          + "gets.",
        reason:
          "Firewalls and bot walls tell them apart by User-Agent. Then the file looks right in "
          + "a browser and no app opens.",
        source: Sources.technote + ": accept all agents and all networks",
        remedy: "except /.well-known/ from bot protection, sign-in and geographic rules, for every "
          + "User-Agent (Apple's is AASA-Bot/1.0.0) and every address")
    case .aasaAddresses:
      CheckPage(
        "Every address of the name serves the same file.",
        reason: "Which one Apple asks is chance: some phones would get the old rules.",
        source: "the same question of every address",
        remedy: "bring all servers behind the name to the same version and configuration")
    case .aasaHead:
      CheckPage(
        "HEAD answers as GET does.",
        reason:
          "Monitors and some validators ask with HEAD; a difference shows a rule of a firewall.",
        source: "RFC 9110, section 9.3.2",
        remedy: "let HEAD pass wherever GET passes")
    case .aasaCompression:
      CheckPage(
        "The file is the same with and without gzip, and is packed only for those who ask for it.",
        reason: "A cache that mixes them up sends packed bytes to those who asked for plain ones.",
        source: "RFC 9110, section 12.5.3",
        remedy: "let the cache know of it: gzip_vary on; or do not compress the file")
    case .aasaValid:
      CheckPage(
        "The file is what keiro validate calls good: JSON in UTF-8, neither packed without a "
          + "Content-Encoding nor UTF-16.",
        reason: "Systems read as much of a broken file as they can, which is mostly nothing.",
        source: "Apple, applinks; the codes of keiro validate",
        remedy: "mend what keiro validate says of the file, or let Keiro generate it")
    case .aasaMatchesConfig:
      CheckPage(
        "The file decides every URL as the one that the configuration makes.",
        reason: "Otherwise another server, a cache or an old version answers.",
        source: "keiro diff",
        remedy: "reload Keiro, then see what stands between: compare keiro association --host HOST "
          + "with curl https://HOST/.well-known/apple-app-site-association")
    case .aasaRoot:
      CheckPage(
        "/apple-app-site-association, where it exists, is the same file.",
        reason: "Systems before iOS 14 try it when the other path fails. Two files that differ "
          + "give riddles.",
        source: Sources.domains,
        remedy: "remove the copy at the root, or serve the same file there")
    case .appleCDN:
      CheckPage(
        "Apple's CDN has the file. Since iOS 14 phones ask it and not the host.",
        reason:
          "What it has, or its error, is what phones get. It looks again when the time of its "
          + "answer is over: an hour after errors, six hours after successes.",
        source: Sources.domains + "; headers Apple-Failure-Reason and Apple-Failure-Details",
        remedy: "mend the checks of the file first; the CDN looks again by itself")
    default:
      CheckPage(
        "Apple's CDN has the file that the host serves now.",
        reason: "Until it looks again, phones install and update with the old rules.",
        source: Sources.domains + ": the CDN asks within 24 hours",
        remedy: "wait until the CDN looks again; the mode 'developer' in the entitlement asks the "
          + "host itself meanwhile")
    }
  }
}
