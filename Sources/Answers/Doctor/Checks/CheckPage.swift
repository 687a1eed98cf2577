/// What a check looks at, and how to fix what it finds. The guide says in addition why it matters, and
/// from which source that is known.
package struct CheckPage: Sendable {
  /// The subject of the check, and the conditions under which it fails or warns.
  package let subject: String
  /// The way to fix the problem, with `HOST` for the name of the host.
  package let remedy: String

  fileprivate init(_ subject: String, remedy: String) {
    self.subject = subject
    self.remedy = remedy
  }
}

extension DoctorCheck {
  package var page: CheckPage {
    switch self {
    case .dns:
      CheckPage(
        "The name has an address, and one that is public.",
        remedy: "add an A record (and AAAA for IPv6) that names the public address of the server")
    case .dnsAddresses:
      CheckPage(
        "Every address of the name accepts connections. IPv6 addresses are skipped when the machine "
          + "running doctor has no IPv6.",
        remedy:
          "remove the record of the address that does not answer, or let the server listen on "
          + "it: listen 443 ssl; listen [::]:443 ssl;")
    case .dnsRecords:
      CheckPage(
        "Records of the name are cached for a day at most. The evidence also shows the names that it is an "
          + "alias of (CNAME).",
        remedy: "lower the TTL of the records to an hour, a day before the server moves")
    case .dnsSignatures:
      CheckPage(
        "The signatures of the name (DNSSEC) are valid, where it has any and the name server that "
          + "was asked checks them.",
        remedy: "sign the zone again, or update the DS record at the registrar to match its keys")
    case .dnsAuthority:
      CheckPage(
        "CAA records, where there are any, allow the authority that issued the certificate. Known "
          + "authorities are compared; for others the records are shown.",
        remedy: "add a CAA record for the authority, such as: 0 issue \"letsencrypt.org\"")
    case .international:
      CheckPage(
        "The name is in plain letters. An internationalised one (in Punycode, xn--…) works in browsers, "
          + "but reports say that iOS 16 and later do not fetch the file of such a host.",
        remedy: "use a name in plain letters for links that open apps, and keep this one for pages")
    case .tlsChain:
      CheckPage(
        "The certificate is valid for the host, and leads to a trusted root through certificates "
          + "that the server sends.",
        remedy: "serve the whole chain, the server's own certificate first: ssl_certificate "
          + "/etc/letsencrypt/live/HOST/fullchain.pem;")
    case .tlsExpiry:
      CheckPage(
        "Days until the first certificate of the chain expires: fewer than 3 fail, fewer than 14 warn.",
        remedy:
          "renew the certificate and reload the web server, and see why that did not happen by "
          + "itself: systemctl list-timers, certbot renew --dry-run")
    case .tlsVersion:
      CheckPage(
        "The server supports TLS 1.2 or later, and refuses TLS 1.0 and 1.1.",
        remedy:
          "let the web server speak only TLS 1.2 and later, in nginx: ssl_protocols TLSv1.2 TLSv1.3;"
      )
    case .tlsKey:
      CheckPage(
        "Keys have at least 2048 bits (RSA) or 256 (elliptic curves), and are signed with SHA-2.",
        remedy: "get a new certificate with a P-256 or 2048-bit RSA key")
    case .tlsAddresses:
      CheckPage(
        "Every address shows the same certificate.",
        remedy: "install the certificate on every server behind the name, and reload all of them")
    case .tlsUsage:
      CheckPage(
        "The certificate is for servers (extended key usage serverAuth), and valid for at most 825 days, "
          + "as far as it was issued after June 2019.",
        remedy:
          "get a certificate with extendedKeyUsage = serverAuth that is valid for at most 825 days, "
          + "also from an authority of your own")
    case .hsts:
      CheckPage(
        "Answers carry Strict-Transport-Security.",
        remedy: "send the field with every answer where TLS is terminated, in nginx: "
          + "add_header Strict-Transport-Security \"max-age=63072000\" always; in Keiro: "
          + "server.tls.hsts")
    case .httpRedirect:
      CheckPage(
        "http://HOST/ leads to https on the same host, in one step.",
        remedy:
          "redirect port 80 to https, but nothing below /.well-known/, in nginx: server { listen 80; "
          + "listen [::]:80; server_name HOST; \(Remedies.pass) location / { return 301 "
          + "https://$host$request_uri; } }")
    case .otherName:
      CheckPage(
        "The name with www. added or removed serves Apple's file itself.",
        remedy: "serve /.well-known/ on both names before the redirect, and name both in the app")
    case .aasaStatus:
      CheckPage(
        "https://HOST/.well-known/apple-app-site-association answers 200 to Apple's fetcher, and the "
          + "whole body arrives and can be decompressed. Where there is no file, the root, the name with "
          + "or without www. and some wrong names are checked, too. Whoever gets another answer is asked "
          + "again, before the difference is put down to who asks, and a rate limit is told once, here.",
        remedy: "pass the path on to Keiro: " + Remedies.pass)
    case .aasaRedirect:
      CheckPage(
        "The file is not redirected, neither to www. nor to a sign-in.",
        remedy: "answer the path on this host, before any redirect: " + Remedies.pass)
    case .aasaContentType:
      CheckPage(
        "The file is application/json; a signed one may be application/pkcs7-mime. The right content "
          + "with another type warns; different content in place of the file fails.",
        remedy:
          "set the type, in nginx: location = /.well-known/apple-app-site-association { default_type "
          + "application/json; }")
    case .aasaSize:
      CheckPage(
        "The file has at most 128 kB when it is decompressed.",
        remedy: "use fewer rules: one component with * instead of many, one entry for apps "
          + "with the same rules")
    case .aasaTime:
      CheckPage(
        "The whole file arrives within 5 seconds; more than 2 seconds warn.",
        remedy: "serve the file without asking other services, and see what slows the server down")
    case .aasaAgents:
      CheckPage(
        "Apple's fetcher, phones and browsers get the same file. The evidence says what each of them "
          + "gets.",
        remedy: "except /.well-known/ from bot protection, sign-in and geographic rules, for every "
          + "User-Agent (Apple's is AASA-Bot/1.0.0) and every address")
    case .aasaAddresses:
      CheckPage(
        "Every address of the name serves the same file.",
        remedy: "bring all servers behind the name to the same version and configuration")
    case .aasaHead:
      CheckPage(
        "HEAD answers as GET does.",
        remedy: "let HEAD pass wherever GET passes")
    case .aasaCompression:
      CheckPage(
        "The file is the same with and without gzip, and is compressed only for clients that ask for it.",
        remedy: "let caches know: gzip_vary on; or do not compress the file")
    case .aasaValid:
      CheckPage(
        "The file passes keiro validate: JSON in UTF-8, neither compressed without a "
          + "Content-Encoding nor UTF-16.",
        remedy: "fix what keiro validate reports, or let Keiro generate the file")
    case .aasaMatchesConfig:
      CheckPage(
        "The file decides every URL in the same way as the one that Keiro generates.",
        remedy: "reload Keiro, then see what is in between: compare keiro association --host HOST "
          + "with curl https://HOST/.well-known/apple-app-site-association")
    case .aasaRoot:
      CheckPage(
        "/apple-app-site-association, where it exists, is the same file.",
        remedy: "remove the copy at the root, or serve the same file there")
    case .appleCDN:
      CheckPage(
        "Apple's CDN has the file. Since iOS 14 phones ask it and not the host.",
        remedy: "fix the checks of the file first; the CDN fetches it again by itself")
    case .appleCDNMatches:
      CheckPage(
        "Apple's CDN has the file that the host serves now.",
        remedy:
          "wait until the CDN fetches the file again; the mode 'developer' in the entitlement asks the "
          + "host itself meanwhile")
    case .assetlinksStatus:
      CheckPage(
        "https://HOST/.well-known/assetlinks.json answers 200 to Google's service, and the whole body "
          + "arrives and can be decompressed. Where there is no file, some wrong paths are checked, too.",
        remedy: "pass the path on to Keiro: " + Remedies.pass)
    case .assetlinksRedirect:
      CheckPage(
        "The file is not redirected.",
        remedy: "answer the path on this host, before any redirect: " + Remedies.pass)
    case .assetlinksContentType:
      CheckPage(
        "The file is application/json.",
        remedy: "set the type, in nginx: location = /.well-known/assetlinks.json { default_type "
          + "application/json; }")
    case .assetlinksTime:
      CheckPage(
        "The whole file arrives within 5 seconds, and has at most 128 kB.",
        remedy: "serve the file without asking other services, and see what slows the server down")
    case .assetlinksAgents:
      CheckPage(
        "Google's service, phones and browsers get the same file. The evidence says what each of "
          + "them gets.",
        remedy: "except /.well-known/ from bot protection, sign-in and geographic rules, for every "
          + "User-Agent and every address")
    case .assetlinksAddresses:
      CheckPage(
        "Every address of the name serves the same file.",
        remedy: "bring all servers behind the name to the same version and configuration")
    case .assetlinksValid:
      CheckPage(
        "The file passes keiro validate.",
        remedy: "fix what keiro validate reports, or let Keiro generate the file")
    case .assetlinksMatchesConfig:
      CheckPage(
        "The file grants the same as the one that Keiro generates.",
        remedy:
          "reload Keiro, then see what is in between: compare keiro association --kind android "
          + "--host HOST with curl https://HOST/.well-known/assetlinks.json")
    case .assetlinksInclude:
      CheckPage(
        "Every list that the file includes, up to ten in the whole tree, answers 200 over https without a "
          + "redirect, and is a list of statements.",
        remedy: "serve every included list as the file itself, at its very address, or write its "
          + "statements into the file")
    case .assetlinksRobots:
      CheckPage(
        "robots.txt does not shut Googlebot, which fetches the file, out of it.",
        remedy: "add to robots.txt, for Googlebot or for all: Allow: /.well-known/assetlinks.json")
    case .googleAPI:
      CheckPage(
        "Google's API has statements of the host.",
        remedy: "fix the checks of assetlinks.json first; Google fetches it again within hours")
    case .googleAPIMatches:
      CheckPage(
        "Google's API names every package and certificate of the file.",
        remedy: "wait until Google fetches the file again: maxAge of its answer shows when")
    case .webAuthn:
      CheckPage(
        "Where the configuration has sites[].webauthn: https://HOST/.well-known/webauthn answers "
          + "200 with the same origins, as application/json.",
        remedy: Remedies.wellKnown)
    case .passkeyEndpoints:
      CheckPage(
        "Where the configuration has sites[].passkeys: https://HOST/.well-known/passkey-endpoints "
          + "answers 200 with the same addresses, as application/json.",
        remedy: Remedies.wellKnown)
    case .changePassword:
      CheckPage(
        "Where the configuration has sites[].changePassword: "
          + "https://HOST/.well-known/change-password redirects there by 302, 303 or 307, and a file "
          + "that does not exist does not answer 200.",
        remedy: Remedies.wellKnown)
    case .appLinking:
      CheckPage(
        "Where apps of the host have harmony: https://HOST/.well-known/applinking.json answers 200 "
          + "with the same identifiers, as application/json.",
        remedy: Remedies.wellKnown)
    case .environment:
      CheckPage(
        "Where the configuration has several environments: the documents of the host name apps of "
          + "its own environment only.",
        remedy:
          "deploy the document of this host again, or remove the identifier from its file: keiro "
          + "association --host HOST prints the generated document")
    case .expectedApps:
      CheckPage(
        "Apple's file names the application identifiers of --app under applinks.",
        remedy:
          "add the identifier to apps.NAME.apple.appIDs: the prefix, a dot and the bundle ID, "
          + "as codesign -d --entitlements :- shows it")
    case .expectedPackages:
      CheckPage(
        "assetlinks.json, or a list that it includes, names each --package with its --fingerprint for "
          + "opening URLs; and for passwords and passkeys, where Apple's file has webcredentials.",
        remedy: "add the SHA-256 fingerprint of Play Console (Setup, App signing) to "
          + "apps.NAME.android.sha256CertFingerprints")
    case .entitlements:
      CheckPage(
        "The app's entitlements name the host for applinks and for the other services of the file "
          + "(webcredentials, appclips, activitycontinuation), spelt as systems read it and without a "
          + "mode for developers only, and the file names the app under each service. The file of a "
          + "wildcard is the one of the name without it.",
        remedy: "add applinks:HOST under Signing & Capabilities, Associated Domains")
    case .shortLink:
      CheckPage(
        "A short link of the host answers an iPhone, an Android phone, a desktop and a preview bot "
          + "with a page or a redirect, sets no cookie, and does not lead back to itself.",
        remedy: "pass the prefix of short links on to Keiro with the original Host: "
          + "proxy_set_header Host $host;")
    case .unknownLink:
      CheckPage(
        "A short link that does not exist answers 404.",
        remedy: "pass answers on unchanged: no error_page and no try_files over Keiro's")
    case .ownPaths:
      CheckPage(
        "Paths below /_keiro/ reach Keiro.",
        remedy: "pass every path on to Keiro: location / { proxy_pass http://127.0.0.1:8080; }")
    case .managementHidden:
      CheckPage(
        "The management API and the metrics do not answer on the host.",
        remedy:
          "take the management listener out of the public web server: server.management stays "
          + "on 127.0.0.1")
    }
  }
}

/// The remedies that several checks share.
enum Remedies {
  /// The proxy location of nginx. `^~` takes precedence over locations by pattern, such as one that
  /// hides every path with a dot.
  static let pass =
    "location ^~ /.well-known/ { proxy_pass http://127.0.0.1:8080; proxy_set_header Host $host; }"
  fileprivate static let wellKnown = "pass the files below /.well-known/ on to Keiro: \(pass)"
}
