extension DoctorCheck {
  /// The pages about Apple's file and Apple's CDN.
  var applePage: CheckPage {
    switch self {
    case .aasaStatus:
      CheckPage(
        "https://HOST/.well-known/apple-app-site-association answers 200 to Apple's fetcher, and the "
          + "whole body arrives and can be decompressed. Where there is no file, the root and some wrong "
          + "names are checked, too.",
        reason: "Everything else means no universal links. A firewall that answers 403 to programs "
          + "is the most common reason; a body shorter than its Content-Length is not a file.",
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
          + "with another type warns; different content in place of the file fails.",
        reason: "Apple asks for it, though its systems read files of other types. Another type is "
          + "usually a page instead of the file: a fallback of the site, or a consent wall.",
        source: "Apple, Supporting Universal Links: application/json",
        remedy:
          "set the type, in nginx: location = /.well-known/apple-app-site-association { default_type "
          + "application/json; }")
    case .aasaSize:
      CheckPage(
        "The file has at most 128 kB when it is decompressed.",
        reason: "Systems since iOS 9.3.1 do not read larger ones.",
        source: "Apple, Universal links: 128 KB uncompressed",
        remedy:
          "use fewer rules: one component with * instead of many, one entry for apps "
          + "with the same rules")
    case .aasaTime:
      CheckPage(
        "The whole file arrives within 5 seconds; more than 2 seconds warn.",
        reason: "Apple's CDN gives up on slow answers and keeps SWCERR00301 Timeout for an hour.",
        source: "headers of Apple's CDN as public repositories quote them",
        remedy: "serve the file without asking other services, and see what slows the server down")
    case .aasaAgents:
      CheckPage(
        "Apple's fetcher, phones and browsers get the same file. The evidence says what each of them "
          + "gets.",
        reason:
          "Firewalls and bot walls distinguish them by User-Agent. Then the file looks right in "
          + "a browser and no app opens.",
        source: Sources.technote + ": accept all agents and all networks",
        remedy: "except /.well-known/ from bot protection, sign-in and geographic rules, for every "
          + "User-Agent (Apple's is AASA-Bot/1.0.0) and every address")
    case .aasaAddresses:
      CheckPage(
        "Every address of the name serves the same file.",
        reason: "Apple may ask any of them: some phones would get the old rules.",
        source: "the same request to every address",
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
        "The file is the same with and without gzip, and is compressed only for clients that ask for it.",
        reason:
          "A cache that mixes them up sends compressed bytes to clients that asked for plain ones.",
        source: "RFC 9110, section 12.5.3",
        remedy: "let caches know: gzip_vary on; or do not compress the file")
    case .aasaValid:
      CheckPage(
        "The file passes keiro validate: JSON in UTF-8, neither compressed without a "
          + "Content-Encoding nor UTF-16.",
        reason: "Systems read as much of a broken file as they can, which is usually nothing.",
        source: "Apple, applinks; the codes of keiro validate",
        remedy: "fix what keiro validate reports, or let Keiro generate the file")
    case .aasaMatchesConfig:
      CheckPage(
        "The file decides every URL in the same way as the one that Keiro generates.",
        reason: "Otherwise another server, a cache or an old version answers.",
        source: "keiro diff",
        remedy: "reload Keiro, then see what is in between: compare keiro association --host HOST "
          + "with curl https://HOST/.well-known/apple-app-site-association")
    case .aasaRoot:
      CheckPage(
        "/apple-app-site-association, where it exists, is the same file.",
        reason: "Systems before iOS 14 try it when the other path fails. Two files that differ "
          + "cause puzzling failures.",
        source: Sources.domains,
        remedy: "remove the copy at the root, or serve the same file there")
    case .appleCDN:
      CheckPage(
        "Apple's CDN has the file. Since iOS 14 phones ask it and not the host.",
        reason:
          "Phones get its copy, or its error. It fetches the file again when its "
          + "answer expires: an hour after errors, six hours after successes.",
        source: Sources.domains + "; headers Apple-Failure-Reason and Apple-Failure-Details",
        remedy: "fix the checks of the file first; the CDN fetches it again by itself")
    default:
      CheckPage(
        "Apple's CDN has the file that the host serves now.",
        reason: "Until it fetches the file again, phones install and update with the old rules.",
        source: Sources.domains + ": the CDN asks within 24 hours",
        remedy:
          "wait until the CDN fetches the file again; the mode 'developer' in the entitlement asks the "
          + "host itself meanwhile")
    }
  }
}
