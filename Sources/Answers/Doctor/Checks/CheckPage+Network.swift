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
        "Every address of the name accepts connections. IPv6 addresses are skipped when the machine "
          + "running doctor has no IPv6.",
        reason: "Visitors and Apple's fetcher use any of them: an AAAA record to a server that no "
          + "longer listens breaks links for some people only, which is hard to find.",
        source: "RFC 8305, section 4: clients try addresses in their own order",
        remedy:
          "remove the record of the address that does not answer, or let the server listen on "
          + "it: listen 443 ssl; listen [::]:443 ssl;")
    case .dnsRecords:
      CheckPage(
        "Records of the name are cached for a day at most. The evidence also shows the names that it is an "
          + "alias of (CNAME).",
        reason:
          "When the server moves, visitors and Apple's fetcher go to the old address for that "
          + "long.",
        source: "RFC 1035, section 3.2.1; RFC 1912, section 2.2",
        remedy: "lower the TTL of the records to an hour, a day before the server moves")
    case .dnsSignatures:
      CheckPage(
        "The signatures of the name (DNSSEC) are valid, where it has any and the name server that "
          + "was asked checks them.",
        reason: "Large resolvers check them, and give no address for a name whose signatures are "
          + "wrong: the host exists for some people and not for others.",
        source: "RFC 4035, section 5.5",
        remedy: "sign the zone again, or update the DS record at the registrar to match its keys")
    case .dnsAuthority:
      CheckPage(
        "CAA records, where there are any, allow the authority that issued the certificate. Known "
          + "authorities are compared; for others the records are shown.",
        reason:
          "The next renewal of the certificate fails when they do not, weeks after the change.",
        source: "RFC 8659, section 4",
        remedy: "add a CAA record for the authority, such as: 0 issue \"letsencrypt.org\"")
    case .tlsChain:
      CheckPage(
        "The certificate is valid for the host, and leads to a trusted root through certificates "
          + "that the server sends.",
        reason: "Apple and Google only trust public roots, and neither their fetchers nor phones "
          + "fetch intermediate certificates that a server omits, though desktop browsers do.",
        source: Sources.domains + "; RFC 8446, section 4.4.2; RFC 6125, section 6.4",
        remedy: "serve the whole chain, the server's own certificate first: ssl_certificate "
          + "/etc/letsencrypt/live/HOST/fullchain.pem;")
    case .tlsExpiry:
      CheckPage(
        "Days until the first certificate of the chain expires: fewer than 3 fail, fewer than 14 warn.",
        reason:
          "On the day after, every link of the host leads to a warning, and Apple's CDN keeps "
          + "an error instead of the file.",
        source: Sources.domains + ": a valid certificate",
        remedy:
          "renew the certificate and reload the web server, and see why that did not happen by "
          + "itself: systemctl list-timers, certbot renew --dry-run")
    case .tlsVersion:
      CheckPage(
        "The server supports TLS 1.2 or later, and refuses TLS 1.0 and 1.1.",
        reason: "App Transport Security and Apple's fetcher need TLS 1.2; the older versions are "
          + "broken and no current browser supports them.",
        source: "Apple, Preventing Insecure Network Connections; RFC 8996",
        remedy:
          "let the web server speak only TLS 1.2 and later, in nginx: ssl_protocols TLSv1.2 TLSv1.3;"
      )
    case .tlsKey:
      CheckPage(
        "Keys have at least 2048 bits (RSA) or 256 (elliptic curves), and are signed with SHA-2.",
        reason: "Systems refuse weaker certificates, even from authorities that they trust.",
        source: "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15",
        remedy: "get a new certificate with a P-256 or 2048-bit RSA key")
    case .tlsAddresses:
      CheckPage(
        "Every address shows the same certificate.",
        reason:
          "A server that was forgotten at renewal fails for the visitors that the name leads there.",
        source: "the same request to every address",
        remedy: "install the certificate on every server behind the name, and reload all of them")
    case .hsts:
      CheckPage(
        "Answers carry Strict-Transport-Security.",
        reason:
          "Without it the first step of a typed address goes over plain HTTP, where anyone on "
          + "the network path may redirect visitors elsewhere.",
        source: "RFC 6797; Mozilla, Server Side TLS",
        remedy:
          "send the field with every answer where TLS is terminated, in nginx: "
          + Remedies.strictTransport + " in Keiro: server.tls.hsts"
      )
    case .httpRedirect:
      CheckPage(
        "http://HOST/ leads to https on the same host, in one step.",
        reason: "People type addresses without https, and old printed material uses http. "
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
        "The name with www. added or removed serves Apple's file itself.",
        reason: "Systems follow no redirect for it: links to the other name then open no app, "
          + "although they work in browsers.",
        source: Sources.domains + "; " + Sources.technote,
        remedy: "serve /.well-known/ on both names before the redirect, and name both in the app")
    }
  }
}
