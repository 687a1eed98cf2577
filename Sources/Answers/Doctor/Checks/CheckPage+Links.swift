extension DoctorCheck {
  /// The pages about apps, links and security.
  var linkPage: CheckPage {
    switch self {
    case .environment:
      CheckPage(
        "Where the configuration has several environments: the documents of the host name apps of "
          + "its own environment only.",
        reason:
          "A test build named in production opens the links of everyone who has it, and an app "
          + "from the store opens those of a test host.",
        source: "apps.NAME.environment and sites[].environment of the configuration",
        remedy:
          "deploy the document of this host again, or remove the identifier from its file: keiro "
          + "association --host HOST prints the generated document")
    case .expectedApps:
      CheckPage(
        "Apple's file names the application identifiers of --app under applinks.",
        reason:
          "An identifier with the prefix of another team, or of a build that nobody has, opens "
          + "nothing.",
        source: "Apple, applinks.Details; application-identifier in the app's entitlements",
        remedy:
          "add the identifier to apps.NAME.apple.appIDs: the prefix, a dot and the bundle ID, "
          + "as codesign -d --entitlements :- shows it")
    case .expectedPackages:
      CheckPage(
        "assetlinks.json names each --package with its --fingerprint for opening URLs.",
        reason: "With Play App Signing, phones see Google's certificate and not the one that you "
          + "upload with.",
        source: Sources.appLinks,
        remedy: "add the SHA-256 fingerprint of Play Console (Setup, App signing) to "
          + "apps.NAME.android.sha256CertFingerprints")
    case .entitlements:
      CheckPage(
        "The app's entitlements name the host for applinks, without a mode for developers only, "
          + "and Apple's file names its identifier.",
        reason: "Both sides have to name each other.",
        source: Sources.entitlement,
        remedy: "add applinks:HOST under Signing & Capabilities, Associated Domains")
    case .shortLink:
      CheckPage(
        "A short link of the host answers an iPhone, an Android phone, a desktop and a preview bot "
          + "with a page or a redirect, sets no cookie, and does not lead back to itself.",
        reason: "It shows that the whole path to Keiro works: name, proxy, Host, store.",
        source: "keiro explain",
        remedy: "pass the prefix of short links on to Keiro with the original Host: "
          + "proxy_set_header Host $host;")
    case .unknownLink:
      CheckPage(
        "A short link that does not exist answers 404.",
        reason: "A page with 200 for everything hides mistakes, and lets search engines collect "
          + "made-up addresses.",
        source: "RFC 9110, section 15.5.5",
        remedy: "pass answers on unchanged: no error_page and no try_files over Keiro's")
    case .ownPaths:
      CheckPage(
        "Paths below /_keiro/ reach Keiro.",
        reason: "Apps ask them what a short link means, and pages ask them for passwords.",
        source: "the guide, for app developers",
        remedy: "pass every path on to Keiro: location / { proxy_pass http://127.0.0.1:8080; }")
    default:
      CheckPage(
        "The management API and the metrics do not answer on the host.",
        reason: "They belong on a separate listener, for the operator's network.",
        source: "the guide, for operators",
        remedy:
          "take the management listener out of the public web server: server.management stays "
          + "on 127.0.0.1")
    }
  }
}
