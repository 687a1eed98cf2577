extension DoctorCheck {
  /// The pages about the host name, encryption and the web server.
  var networkPage: CheckPage {
    switch self {
    case .dns:
      CheckPage(
        "The name has an address, and one that is public.",
        reason: "Without one nobody finds the host: neither browsers nor Apple and Google.",
        source: Sources.domains,
        remedy: "add an A record (and AAAA for IPv6) that names the public address of the server")
    case .dnsAddresses:
      CheckPage(
        "Every address of the name takes connections. An IPv6 address is left out where the machine "
          + "of the doctor has no IPv6.",
        reason: "Visitors and Apple's fetcher take any of them: an AAAA record to a server that no "
          + "longer listens breaks links for some people only, which is hard to find.",
        source: "RFC 8305, section 4: clients try addresses in an order of their own",
        remedy:
          "remove the record of the address that does not answer, or let the server listen on "
          + "it: listen 443 ssl; listen [::]:443 ssl;")
    case .dnsRecords:
      CheckPage(
        "Records of the name are kept for a day at most. Shown are also the names that it is an "
          + "alias of (CNAME).",
        reason: "When the server moves, visitors and Apple's fetcher go to the old address for so "
          + "long.",
        source: "RFC 1035, section 3.2.1; RFC 1912, section 2.2",
        remedy: "lower the TTL of the records to an hour, a day before anything moves")
    case .dnsSignatures:
      CheckPage(
        "The signatures of the name (DNSSEC) are right, where it has any and the name server that "
          + "is asked checks them.",
        reason: "Large resolvers check them, and give no address for a name whose signatures are "
          + "wrong: the host is there for some people and not for others.",
        source: "RFC 4035, section 5.5",
        remedy: "sign the zone anew, or bring the DS record at the registrar in step with its keys")
    case .dnsAuthority:
      CheckPage(
        "CAA records, where there are any, allow the authority that issued the certificate. Known "
          + "authorities are compared; of others the records are shown.",
        reason:
          "The next renewal of the certificate fails when they do not, weeks after the change.",
        source: "RFC 8659, section 4",
        remedy: "add a CAA record for the authority, such as: 0 issue \"letsencrypt.org\"")
    case .tlsChain:
      CheckPage(
        "The certificate stands for the host, and leads to a root that is trusted, by certificates "
          + "that the server sends.",
        reason: "Apple and Google trust public roots alone, and neither their fetchers nor phones "
          + "fetch intermediate certificates that a server forgets, though desktop browsers do.",
        source: Sources.domains + "; RFC 8446, section 4.4.2; RFC 6125, section 6.4",
        remedy: "serve the whole chain, the server's own certificate first: ssl_certificate "
          + "/etc/letsencrypt/live/HOST/fullchain.pem;")
    case .tlsExpiry:
      CheckPage(
        "Days until the first certificate of the chain ends: fewer than 3 fail, fewer than 14 warn.",
        reason:
          "On the day after, every link of the host leads to a warning, and Apple's CDN keeps "
          + "an error instead of the file.",
        source: Sources.domains + ": a valid certificate",
        remedy:
          "renew the certificate and reload the web server, and see why that did not happen by "
          + "itself: systemctl list-timers, certbot renew --dry-run")
    case .tlsVersion:
      CheckPage(
        "TLS 1.2 or later is spoken; TLS 1.0 and 1.1 are refused.",
        reason: "App Transport Security and Apple's fetcher need TLS 1.2; the older versions are "
          + "broken and no browser of today speaks them.",
        source: "Apple, Preventing Insecure Network Connections; RFC 8996",
        remedy:
          "let the web server speak TLS 1.2 and later alone, in nginx: ssl_protocols TLSv1.2 TLSv1.3;"
      )
    case .tlsKey:
      CheckPage(
        "Keys have at least 2048 bits (RSA) or 256 (elliptic curves), and are signed with SHA-2.",
        reason: "Systems refuse weaker certificates, also from authorities that they trust.",
        source: "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15",
        remedy: "order a new certificate with a key of P-256 or of 2048 bits")
    case .tlsAddresses:
      CheckPage(
        "Every address shows the same certificate.",
        reason: "A server that was forgotten at renewal fails for those whom the name leads there.",
        source: "the same question of every address",
        remedy: "install the certificate on every server behind the name, and reload all of them")
    case .hsts:
      CheckPage(
        "Answers carry Strict-Transport-Security.",
        reason:
          "Without it the first step of a typed address goes over plain HTTP, where anyone on "
          + "the way may lead visitors elsewhere.",
        source: "RFC 6797; Mozilla, Server Side TLS",
        remedy:
          "send the field with every answer from where TLS ends, in nginx: "
          + Remedies.strictTransport + " in Keiro: server.tls.hsts"
      )
    case .httpRedirect:
      CheckPage(
        "http://HOST/ leads to https on the same host, in one step.",
        reason: "People type addresses without https, and old material is printed with http. "
          + "Association files and the answers to an authority that issues certificates are the "
          + "exception: nothing below /.well-known/ should be redirected.",
        source: Sources.appLinks + ": https links open apps",
        remedy:
          "redirect port 80 to https, but nothing below /.well-known/, in nginx: server { listen 80; "
          + "listen [::]:80; server_name HOST; \(Remedies.pass) location / { return 301 "
          + "https://$host$request_uri; } }"
      )
    default:
      CheckPage(
        "The name with www. in front, or without it, serves Apple's file itself.",
        reason: "Systems follow no redirect for it: links to the other name then open no app, "
          + "although they work in browsers.",
        source: Sources.domains + "; " + Sources.technote,
        remedy: "serve /.well-known/ on both names before the redirect, and name both in the app")
    }
  }
}
