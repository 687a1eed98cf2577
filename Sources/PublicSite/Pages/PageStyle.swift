import Cryptography

/// The style sheet of all pages, and the policy that allows only this one.
enum PageStyle {
  static let css = """
    :root{color-scheme:light dark;--ink:#1c1c1e;--soft:#5b5b60;--paper:#fbfbfd;--card:#fff;\
    --line:#e2e2e7;--accent:#0a5bd0;--wrong:#b3261e}\
    @media(prefers-color-scheme:dark){:root{--ink:#f2f2f5;--soft:#a9a9b0;--paper:#101012;\
    --card:#1b1b1f;--line:#34343a;--accent:#7ab4ff;--wrong:#ff9c94}}\
    *{box-sizing:border-box}\
    body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem;\
    background:var(--paper);color:var(--ink);\
    font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI","Hiragino Sans","Noto Sans CJK JP",\
    "Noto Sans",sans-serif;overflow-wrap:anywhere}\
    main{width:100%;max-width:30rem;background:var(--card);border:1px solid var(--line);\
    border-radius:1.25rem;padding:2rem}\
    .wide{max-width:46rem}\
    .site{margin:0 0 .5rem;color:var(--soft);font-size:.9375rem}\
    h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.3}\
    h1,.button{text-wrap:balance}\
    h1,p,.button{word-break:auto-phrase}\
    h2{margin:2rem 0 .5rem;font-size:1.125rem}\
    p{margin:0 0 1rem}\
    code{font-size:.875em}\
    small{color:var(--soft);font-size:.875em}\
    p:last-child,ul:last-child{margin-bottom:0}\
    img{display:block;width:100%;height:auto;max-height:50vh;object-fit:cover;\
    border-radius:.75rem;margin:0 0 1.25rem}\
    .soft{color:var(--soft);font-size:.9375rem}\
    .button{display:block;width:100%;margin:1.5rem 0 0;padding:.8rem .5rem;border:0;\
    border-radius:.8rem;background:var(--accent);color:var(--card);font:inherit;font-weight:600;\
    text-align:center;text-decoration:none;cursor:pointer}\
    .button+.button{margin-top:.75rem}\
    .quiet{background:none;box-shadow:inset 0 0 0 1px var(--line);color:var(--accent)}\
    .wrong{color:var(--wrong);font-weight:600}\
    .stores{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;justify-content:center;\
    margin:1.25rem 0 0;padding:0;list-style:none;font-size:.9375rem}\
    a{color:var(--accent)}\
    a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--accent);\
    outline-offset:3px}\
    label{display:block;font-weight:600}\
    input{display:block;width:100%;margin-top:.35rem;padding:.7rem .8rem;font:inherit;\
    color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.6rem}\
    dl{margin:0;font-size:.9375rem}\
    dl div{padding:.5rem 0;border-top:1px solid var(--line)}\
    dt{font-weight:600}\
    dd{margin:0}\
    @media(min-width:36rem){dl div{display:grid;grid-template-columns:32% 1fr;gap:.75rem}}\
    @media(max-width:22rem){body{padding:.75rem}main{padding:1.5rem}}\
    ol{margin:0 0 1.25rem;padding-left:1.25rem}
    """

  /// Everything is forbidden except this style sheet, pictures over https, and a form to this host.
  static func contentSecurityPolicy() -> String? {
    guard let digest = SHA256.digest(Array(css.utf8)) else { return nil }
    return "default-src 'none'; style-src 'sha256-\(Base64.padded.encode(digest))'; "
      + "img-src 'self' https:; "
      + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  }
}
