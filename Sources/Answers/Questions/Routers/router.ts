// What follows is the same in every router. Texts are compared as the bytes of
// UTF-8, one character for each.

/** An element of a pattern; a string stands for itself. */
type Token =
  | string
  | { take: "one" | "many" | "anyCharacter" | "rest" }
  | { oneOf: string }
  /** One of the words in some lines. */
  | { words: string[] }
  | { choice: Token[][] }
  | { capture: string };

interface Item {
  name: string;
  value: Token[];
}

interface Rule {
  path?: Token[];
  query?: Token[];
  items?: Item[];
  fragment?: Token[];
  ignoresCase?: boolean;
  decodes?: boolean;
  opensApp?: boolean;
  screen?: string;
}

interface Site {
  closedPaths?: string[];
  shortLinks?: {
    prefix: string;
    opensApp: boolean;
    hasLongLinks: boolean;
    viewSuffixes: string[];
    /** The links that come before the rules, where both have the prefix "/". */
    names?: string[];
    /** Whether names may be written in capitals, and with a slash behind them. */
    ignoresCase?: boolean;
    ignoresSlash?: boolean;
  };
  rules: Rule[];
}

interface Host {
  name: string;
  /** The index of the site; absent for one that does not open the app. */
  site?: number;
  isWildcard?: boolean;
}

/** An address of a screen, with names in braces for its values. */
interface Address {
  screen: string;
  host: string;
  path: string;
}

/** The values of a screen by name. */
interface Values {
  [name: string]: string | undefined;
}

type Found =
  | { screen: string; parameters: Values }
  | { shortLink: string }
  | { link: string };

/** What a URL opens; null for one that stays in the browser. */
function find(url: string): Found | null {
  const address = read(url);
  const site = address && siteOf(address.host);
  if (!address || !site) return null;
  const plain = plainPath(address.path);
  if (plain === null) return null;
  const links = site.shortLinks;
  let isShort = false;
  if (links && (plain === "/" || plain === utf8(links.prefix))) {
    const link = longLink(address.query);
    if (link !== null) {
      return link !== "" && links.hasLongLinks ? { shortLink: url } : null;
    }
  }
  for (const path of site.closedPaths || []) {
    if (plain === utf8(path)) return null;
  }
  if (/^\/(\.well-known|_keiro)\//.test(plain)) return null;
  if (links && starts(plain, utf8(links.prefix), 0)) {
    const name = readable(plain.slice(utf8(links.prefix).length));
    const cased = composed(links.ignoresCase ? folded(composed(name)) : name);
    const slug = links.ignoresSlash ? cased.replace(/\/(?=\+?$)/, "") : cased;
    const names = links.names || [];
    const isLink = names.indexOf(slug) >= 0;
    const isView = names.indexOf(slug.replace(/(\+|\.qr)$/, "")) >= 0;
    const isFree = !links.viewSuffixes.some((end) => ends(slug, end));
    isShort = isLink || (links.opensApp && slug !== "" && isFree);
    if (isLink || isView || links.prefix !== "/") {
      return isShort ? { shortLink: url } : null;
    }
  }
  for (const rule of site.rules) {
    const parameters = match(rule, address);
    if (!parameters) continue;
    if (rule.opensApp === false) return null;
    if (rule.screen === undefined) return { link: url };
    return { screen: rule.screen, parameters };
  }
  return isShort ? { shortLink: url } : null;
}

/** The URL that opens a screen with certain values; null when there is none. */
function build(screen: string, values: Values, host?: string): string | null {
  for (const address of addresses) {
    if (address.screen !== screen) continue;
    for (const kept of ["", "!$&'()*+,;=:@/"]) {
      const path = address.path.replace(/\{\w+\}/g, (place) =>
        escape(values[place.slice(1, -1)], kept),
      );
      const url = "https://" + (host ?? address.host) + path;
      const found = find(url);
      if (found && "screen" in found && found.screen === screen) {
        if (isSame(found.parameters, values)) return url;
      }
    }
  }
  return null;
}

/** A URL without a screen, if it is one on the host. */
function keep(
  url: string,
  kind: "shortLink" | "link",
  host?: string,
): string | null {
  const found = find(url);
  const address = read(url);
  if (!found || !(kind in found) || !address) return null;
  const wanted = (host ?? address.host).toLowerCase();
  return wanted === address.host ? url : null;
}

function isSame(found: Values, wanted: Values): boolean {
  for (const name of Object.keys(found).concat(Object.keys(wanted))) {
    if (found[name] !== wanted[name]) return false;
  }
  return true;
}

interface Parts {
  host: string;
  path: string;
  query: string;
  fragment: string;
}

/** The parts of a URL as they are sent; null for a text that is none. */
function read(url: string): Parts | null {
  const text = utf8(url);
  if (/[\x00-\x1f\x7f]|^ | $/.test(text)) return null;
  const form =
    /^https?:\/\/([^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?$/i.exec(text);
  const name = form && /^([^\]:]+)(?::[0-9]*)?$/.exec(form[1] || "");
  if (!form || !name) return null;
  let host = (fromUTF8(name[1] || "") || "").toLowerCase();
  if (host.length > 1 && host.charAt(host.length - 1) === ".") {
    host = host.slice(0, -1);
  }
  return {
    host,
    path: sent(form[2]) || "/",
    query: sent(form[3]),
    fragment: sent(form[4]),
  };
}

function siteOf(host: string): Site | null {
  const dot = host.indexOf(".");
  for (const isWildcard of [false, true]) {
    const name = isWildcard ? host.slice(dot + 1) : host;
    if (isWildcard && dot < 1) return null;
    for (const known of hosts) {
      if (known.name === name && !known.isWildcard === !isWildcard) {
        return known.site === undefined ? null : sites[known.site] || null;
      }
    }
  }
  return null;
}

/** The path without needless escapes; null for one that is not valid. */
function plainPath(path: string): string | null {
  if (!/%|\/\./.test(path)) return path;
  const text = decoded(path);
  const isDotted = text.split("/").some((part) => /^\.\.?$/.test(part));
  if (isDotted || hasBrokenEscape(path)) return null;
  if (/[\x00-\x1f\x7f]/.test(text) || fromUTF8(text) === null) return null;
  return path.replace(/%../g, (written) => {
    const byte = decoded(written);
    return /[A-Za-z0-9._~-]/.test(byte) ? byte : written;
  });
}

/** The link in a query; null when there is none. */
function longLink(query: string): string | null {
  const items = query.split("&").filter((item) => item !== "");
  for (const item of items.slice(0, 100)) {
    const name = item.split("=", 1).join("");
    if (readable(name).toLowerCase() === "link") {
      return item.slice(name.length + 1);
    }
  }
  return null;
}

/** The values of a rule's path; null when the rule does not match. */
function match(rule: Rule, address: Parts): Values | null {
  const { query, items, fragment, path } = rule;
  if (query && !covers(query, prepare(rule, address.query))) return null;
  if (fragment && !covers(fragment, prepare(rule, address.fragment))) {
    return null;
  }
  if (!(items || []).every((item) => hasItem(rule, item, address.query))) {
    return null;
  }
  if (!path) return {};
  const written =
    address.path.match(rule.decodes ? /%[0-9a-f]{2}|[^]/gi : /[^]/g) || [];
  const text = withoutSlashes(prepare(rule, address.path));
  if (!covers(path, text)) return null;
  const values: Values = {};
  walk(path, text, 0, atEnd(text), (name, start, end) => {
    values[name] = readable(written.slice(start, end).join(""));
  });
  return values;
}

/** The text as a rule compares it. */
function prepare(rule: Rule, text: string): string {
  const plain = rule.decodes ? decoded(text) : text;
  return rule.ignoresCase ? lower(plain) : plain;
}

/** The path without slashes at its end. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === "/") end--;
  return path.slice(0, end);
}

/** Whether all items of a name match; an absent one is empty. */
function hasItem(rule: Rule, item: Item, query: string): boolean {
  let isPresent = false;
  for (const text of query.split("&")) {
    const written = text.split("=", 1).join("");
    const name = rule.ignoresCase ? lower(written) : written;
    if (text === "" || name !== utf8(item.name)) continue;
    isPresent = true;
    const value = prepare(rule, text.slice(written.length + 1));
    if (!covers(item.value, value)) return false;
  }
  return isPresent || covers(item.value, "");
}

function covers(tokens: Token[], text: string): boolean {
  return reach(tokens, text, atEnd(text))[0]?.[0] === true;
}

function atEnd(text: string): boolean[] {
  return positions(text, (at) => at === text.length);
}

/** For each token, and for the end, where the tokens from it on may begin. */
function reach(tokens: Token[], text: string, end: boolean[]): boolean[][] {
  const sets = [end];
  let next = end;
  for (const token of tokens.slice().reverse()) {
    next = before(token, text, next);
    sets.unshift(next);
  }
  return sets;
}

/** The positions where a token may begin when others go on after it. */
function before(token: Token, text: string, after: boolean[]): boolean[] {
  if (typeof token === "string") {
    const bytes = utf8(token);
    return positions(
      text,
      (at) => starts(text, bytes, at) && after[at + bytes.length] === true,
    );
  }
  if ("capture" in token) {
    const further = before({ take: "many" }, text, after);
    return positions(text, (at) => further[at + 1] === true);
  }
  if ("choice" in token) {
    const sets = token.choice.map((option) => reach(option, text, after)[0]);
    return positions(text, (at) => sets.some((set) => set?.[at] === true));
  }
  if ("take" in token && token.take === "many") {
    return positions(
      text,
      (at, known) => after[at] === true || known[at + 1] === true,
    );
  }
  return positions(text, (at) =>
    lengths(token, text, at).some((length) => after[at + length] === true),
  );
}

/** The numbers of bytes that a token without alternatives takes. */
function lengths(token: Token, text: string, at: number): number[] {
  if (typeof token === "string") return [utf8(token).length];
  if ("words" in token) {
    const words = token.words.join(" ").split(" ").map(utf8);
    return words.filter((word) => starts(text, word, at)).map((w) => w.length);
  }
  if (at === text.length) {
    return "take" in token && token.take === "rest" ? [0] : [];
  }
  if ("oneOf" in token)
    return token.oneOf.indexOf(text.charAt(at)) < 0 ? [] : [1];
  if (!("take" in token)) return [];
  if (token.take === "anyCharacter") {
    const found = characterForm.exec(text.slice(at, at + 4));
    return found ? [(found[0] || "").length] : [];
  }
  if (token.take === "rest") {
    return text.charAt(at) === "/" ? [text.length - at] : [];
  }
  return [1];
}

const characterForm =
  /^(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})/;

/** Goes through a matching text; what comes first takes as much as it can. */
function walk(
  tokens: Token[],
  text: string,
  start: number,
  end: boolean[],
  capture: (name: string, start: number, end: number) => void,
): number {
  const sets = reach(tokens, text, end);
  let at = start;
  tokens.forEach((token, index) => {
    const after = sets[index + 1] || [];
    if (typeof token !== "string" && "choice" in token) {
      for (const option of token.choice) {
        if (reach(option, text, after)[0]?.[at] !== true) continue;
        at = walk(option, text, at, after, capture);
        break;
      }
      return;
    }
    if (typeof token !== "string" && "capture" in token) {
      const begin = at;
      at = after.lastIndexOf(true);
      return capture(token.capture, begin, at);
    }
    if (typeof token !== "string" && "take" in token && token.take === "many") {
      at = after.lastIndexOf(true);
      return;
    }
    const taken = lengths(token, text, at);
    at += taken.filter((length) => after[at + length] === true)[0] || 0;
  });
  return at;
}

function positions(
  text: string,
  holds: (at: number, known: boolean[]) => boolean,
): boolean[] {
  const known: boolean[] = [];
  for (let at = text.length; at >= 0; at--) known[at] = holds(at, known);
  return known;
}

function starts(text: string, part: string, at: number): boolean {
  return text.substr(at, part.length) === part;
}

function ends(text: string, part: string): boolean {
  return text.slice(-part.length) === part;
}

/** A name without case, as the server compares names; only the dotless i folds to no other. */
function folded(name: string): string {
  return name
    .split("ı")
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join("ı")
    .replace(/ς/g, "σ");
}

/** The name with each accent in its letter (NFC). */
function composed(name: string & { normalize?(): string }): string {
  return name.normalize ? name.normalize() : name;
}

/** The text with the letters of ASCII in lower case. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The bytes with valid escapes decoded. */
function decoded(bytes: string): string {
  return bytes.replace(/%[0-9a-f]{2}/gi, (written) =>
    String.fromCharCode(parseInt(written.slice(1), 16)),
  );
}

function hasBrokenEscape(bytes: string): boolean {
  return /%(?![0-9a-f]{2})/i.test(bytes);
}

/** The text of bytes with escapes; as it is written where they mean none. */
function readable(bytes: string): string {
  const text = hasBrokenEscape(bytes) ? null : fromUTF8(decoded(bytes));
  return text === null ? bytes : text;
}

/** The bytes as they are sent: what a URL may not hold is escaped. */
function sent(bytes: string | undefined): string {
  return (bytes || "").replace(/[^!#-;=?-[\]_a-z~]/g, hexadecimal);
}

/** The text with every byte escaped but unreserved ones and those to keep. */
function escape(text: string | undefined, kept: string): string {
  return utf8(text || "").replace(/[^A-Za-z0-9._~-]/g, (byte) =>
    kept.indexOf(byte) < 0 ? hexadecimal(byte) : byte,
  );
}

function hexadecimal(byte: string): string {
  return "%" + ("0" + byte.charCodeAt(0).toString(16)).slice(-2).toUpperCase();
}

/** The text of bytes in UTF-8; null when they are none. */
function fromUTF8(bytes: string): string | null {
  try {
    return decodeURIComponent(bytes.replace(/[^]/g, hexadecimal));
  } catch {
    return null;
  }
}

/** The bytes of a text in UTF-8. */
function utf8(text: string): string {
  const whole = text.replace(
    /[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g,
    (found) => (found.length > 1 ? found : "\ufffd"),
  );
  return whole.replace(
    /[\ud800-\udbff][\udc00-\udfff]|[^\x00-\x7f]/g,
    (found) => decoded(encodeURIComponent(found)),
  );
}
