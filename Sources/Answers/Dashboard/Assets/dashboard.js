"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);

  // Asks for a page, one question at a time: the next one ends the one before. Null for an answer
  // that came too late. Where the session has ended, a search leads to the sign-in, which comes back.
  const asker = () => {
    let asked = new AbortController();
    const stop = () => asked.abort();
    const ask = async (address, settings = {}) => {
      stop();
      asked = new AbortController();
      const { signal } = asked;
      try {
        const answer = await fetch(address, { ...settings, signal });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (signal.aborted) return null;
        if (!settings.method && answer.ok && one("body.alone", page)) {
          location.href = address;
          return null;
        }
        return { page };
      } catch (fault) {
        // The button asks as well.
        return signal.aborted ? null : { page: null };
      }
    };
    return { ask, stop };
  };

  // Why a page is refused: the session has ended, or another reason. Null for other pages.
  const refusal = (page) => page && one("body.alone .notice, main h1 + p, main h1 + .card > p", page);

  // The zone of the browser, unless the reader has chosen one since the browser's last changed; the next
  // page is in it.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const cookies = document.cookie.split("; ");
  const seenZone = cookies.find((cookie) => cookie.startsWith("keiro-browser-zone="));
  const hasZone = cookies.some((cookie) => cookie.startsWith("keiro-zone="));
  if (/^[A-Za-z0-9_+\/-]+$/.test(zone || "") && seenZone !== "keiro-browser-zone=" + zone) {
    const kept = "=" + zone + "; Path=/dashboard; Max-Age=31536000; SameSite=Lax";
    document.cookie = "keiro-browser-zone" + kept;
    if (seenZone || !hasZone) document.cookie = "keiro-zone" + kept;
  }

  // Countries and languages by their names.
  for (const kind of ["region", "language"]) {
    const names = new Intl.DisplayNames(document.documentElement.lang, { type: kind });
    for (const element of all(`[data-${kind}]`)) {
      const code = element.dataset[kind];
      // What is no code stays as it is.
      let name;
      try { name = names.of(code); } catch { continue; }
      element.textContent = element.textContent.replace(code, () => name);
      if (name !== code) element.title = code;
    }
  }

  // Copying.
  const told = one("#told");
  const copying = (root) => {
    for (const button of navigator.clipboard ? all("[data-copy]", root) : []) {
      button.hidden = false;
      const name = button.textContent;
      button.addEventListener("click", async () => {
        const copied = await navigator.clipboard.writeText(button.dataset.copy).then(() => true, () => false);
        button.textContent = (copied ? "✓ " : "✗ ") + name;
        told.textContent = told.dataset[copied ? "copied" : "failed"];
        // A browser that refuses lets the reader copy what is selected.
        const link = copied ? null : one("a", button.closest("p, tr"));
        if (link) getSelection().selectAllChildren(link);
        setTimeout(() => { button.textContent = name; told.textContent = ""; }, 2000);
      });
    }
  };

  // Tags as chips over the field in which they are typed.
  const tags = one("form [name=tags]");
  if (tags) {
    const chips = document.createElement("span");
    chips.className = "chips";
    const show = () => {
      // A tag in quotation marks has commas of its own, and marks that are doubled.
      const quoted =
        /\s*"(?:(?:[^,、]*[^,、"])?(?:"")+|(?:[^,、]*[^,、"\s])?)\s*、(?:[^,]*?[^,"])??(?:"")*"(?=\s*(?:[,、]|$))|[^,、]+/g;
      const typed = (tags.value.match(quoted) ?? [])
        .map((tag) => tag.trim()).filter(Boolean);
      chips.replaceChildren(...typed.map((value) => Object.assign(
        document.createElement("button"), { type: "button", className: "tag", value, textContent: value + " ×" })));
    };
    chips.addEventListener("click", ({ target }) => {
      if (!target.value) return;
      target.remove();
      tags.value = Array.from(chips.children, (chip) => chip.value).join(", ");
      tags.focus();
    });
    tags.addEventListener("input", show);
    show();
    tags.before(chips);
  }

  // The short URL of a new link, while it is typed.
  const preview = one("#preview");
  const slug = one("[data-new] [name=slug]");
  if (preview && slug) {
    const host = one("[data-new] [name=host]");
    const show = () => {
      preview.textContent = host.selectedOptions[0].dataset.prefix + (slug.value || "…");
      // Roughly what cannot be a slug; the server decides.
      preview.hidden = /[\s?#%"<>\\]/.test(slug.value);
    };
    slug.addEventListener("input", show);
    host.addEventListener("change", show);
    show();
  }

  // What visitors of a new link would get, while it is typed.
  const planned = one("#planned");
  const draft = one("[data-new]");
  if (planned && draft) {
    let timer = 0;
    const previews = asker();
    const ask = async () => {
      const fields = new URLSearchParams(new FormData(draft));
      // The preview says that there is one, and needs no more of it.
      if (fields.get("password")) fields.set("has-password", "yes");
      fields.delete("password");
      fields.set("action", "preview");
      planned.setAttribute("aria-busy", "true");
      const answer = await previews.ask(draft.getAttribute("action"), { method: "POST", body: fields });
      if (!answer) return;
      planned.removeAttribute("aria-busy");
      const part = answer.page && one("#planned", answer.page);
      // Before there is a destination, its lack is no news.
      const faults = answer.page && one("[name=url]", draft).value !== "" && one("[data-new] .notice ul", answer.page);
      if (faults) faults.className = "fault";
      const why = faults || refusal(answer.page);
      if (part && !faults) planned.replaceChildren(...part.childNodes);
      else if (why) planned.replaceChildren(why);
    };
    draft.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 400);
    });
  }

  // Select all.
  const selecting = (root) => {
    for (const form of all("form.bulk", root)) {
      const head = one("th.tick", form);
      if (!head) continue;
      const box = document.createElement("input");
      box.type = "checkbox";
      box.setAttribute("aria-label", head.textContent);
      const label = document.createElement("label");
      label.className = "tick";
      label.append(box);
      head.replaceChildren(label);
      box.addEventListener("change", () => {
        for (const other of all("[name=link]", form)) other.checked = box.checked;
      });
      form.addEventListener("change", () => {
        const count = String(all("[name=link]:checked", form).length);
        for (const ticked of all(".ticked", form)) ticked.textContent = count;
      });
    }
  };
  // Tabs in one line show the current one.
  const showing = (root) => {
    for (const here of all(".tabs [aria-current]", root)) {
      const list = here.closest(".tabs");
      list.scrollLeft = here.offsetLeft - list.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
    }
  };
  for (const arrange of [copying, selecting, showing]) arrange(document);

  // The list follows what is searched while it is typed.
  const filter = one("form.filter[role=search]");
  if (filter && one("#found")) {
    let timer = 0;
    const found = one("#found");
    const heard = one("#heard");
    const searches = asker();
    const look = async () => {
      const fields = new URLSearchParams([...new FormData(filter)].filter((field) => field[1] !== ""));
      const address = filter.getAttribute("action") + (String(fields) ? "?" + fields : "");
      found.setAttribute("aria-busy", "true");
      const answer = await searches.ask(address);
      if (!answer) return;
      const { page } = answer;
      const list = page && one("#found", page);
      heard.classList.toggle("unseen", Boolean(list));
      if (!list) {
        // A refusal says why; the rows are those of the search before, and stay pale.
        const why = refusal(page);
        heard.textContent = why ? why.textContent : "";
        return;
      }
      found.removeAttribute("aria-busy");
      for (const part of all("[data-follows]")) {
        // A list of deleted links, and one that cannot be, have fewer parts.
        const other = one("#" + part.id, page);
        part.replaceChildren(...(other ? other.childNodes : []));
        for (const arrange of [copying, selecting, showing]) arrange(part);
      }
      heard.textContent = (one("#count") || one(".empty p") || one("#found p") || filter).textContent;
      history.replaceState(null, "", address);
    };
    const soon = (event) => {
      // A word that is composed is not one yet.
      if (event.isComposing) return;
      clearTimeout(timer);
      timer = setTimeout(look, 250);
    };
    filter.addEventListener("input", soon);
    filter.addEventListener("compositionend", soon);
    filter.addEventListener("submit", () => { clearTimeout(timer); searches.stop(); });
  }

  // Tables sort what they show.
  const value = (row, index) => {
    const cell = row.cells[index];
    const time = cell && one("time", cell);
    return time ? time.dateTime : cell ? cell.textContent.trim() : "";
  };
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
  for (const table of all("table.sortable")) {
    const heads = all("thead th", table);
    for (const head of heads) {
      if (head.classList.contains("tick")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const body = table.tBodies[0];
        const rows = [...body.rows];
        const index = head.cellIndex;
        rows.sort((a, b) => order.compare(value(a, index), value(b, index)) * (down ? -1 : 1));
        body.append(...rows);
      });
    }
  }

  // Keys, unless the reader has switched them off.
  const switcher = one("#keys-on");
  const store = {
    get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
    set: (name, text) => { try { localStorage.setItem(name, text); } catch { /* kept by nobody */ } },
  };
  if (switcher) {
    switcher.checked = store.get("keys") !== "off";
    switcher.addEventListener("change", () => store.set("keys", switcher.checked ? "on" : "off"));
    let before = "";
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input, select, textarea, [contenteditable]");
      if (!switcher.checked || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = before === "g" ? "g " + event.key : event.key;
      before = event.key === "g" && before !== "g" ? "g" : "";
      if (keys === "?") {
        const help = one(".keys");
        help.open = !help.open;
        if (help.open) one("summary", help).focus();
        return;
      }
      const target = all("[data-key]").find((element) => element.dataset.key === keys);
      if (target) {
        event.preventDefault();
        if (target.matches("input")) target.focus(); else target.click();
      } else if (keys === "/") {
        event.preventDefault();
        location.href = "/dashboard/links#search";
      } else if (keys === "n") {
        location.href = "/dashboard/links/new";
      }
    });
  }

  // Pages by their names, and links as they are searched.
  const palette = one("#palette");
  if (palette) {
    const field = one("input", palette);
    const list = one("ul", palette);
    const heard = one("[role=status]", palette);
    const pages = [
      ...all("header.top nav a").map((link) => ({ name: one("span", link).textContent, goes: { href: link.href } })),
      ...all("li", list).map((row) => ({ name: row.textContent, goes: { ...row.dataset } })),
    ];
    let found = [];
    let chosen = 0;
    let timer = 0;
    const searches = asker();
    const show = () => {
      const typed = field.value.trim().toLowerCase();
      const leading = pages.filter((page) => !page.goes.presses && page.name.toLowerCase().includes(typed));
      // What a word in the midst of a name finds is not pressed at once.
      const pressing = pages.filter((page) => page.goes.presses && page.name.toLowerCase().startsWith(typed));
      const items = [...leading, ...found, ...pressing];
      chosen = Math.max(Math.min(chosen, items.length - 1), 0);
      list.replaceChildren(...items.map((item, index) => {
        const row = document.createElement("li");
        row.id = "palette-" + index;
        row.setAttribute("role", "option");
        row.setAttribute("aria-selected", index === chosen);
        Object.assign(row.dataset, item.goes);
        row.textContent = item.name;
        return row;
      }));
      field.setAttribute("aria-expanded", items.length > 0);
      if (items.length) field.setAttribute("aria-activedescendant", "palette-" + chosen);
      else field.removeAttribute("aria-activedescendant");
      heard.textContent = "";
    };
    const go = ({ href, presses }) => { if (presses) one(presses).click(); else location.href = href; };
    const search = async () => {
      const typed = field.value.trim();
      searches.stop();
      list.removeAttribute("aria-busy");
      let links = [];
      if (typed.length > 1 || typed > "\u007f") {
        list.setAttribute("aria-busy", "true");
        const answer = await searches.ask("/dashboard/links?search=" + encodeURIComponent(typed));
        // Without a list nothing is known, which is not the same as finding nothing.
        if (!answer || !answer.page || !one("#found", answer.page)) return;
        list.removeAttribute("aria-busy");
        links = all("main tbody th > a", answer.page).slice(0, 8).map((link) => {
          const name = one(".name", link.parentElement);
          return {
            name: link.textContent + (name ? " · " + name.textContent : ""),
            goes: { href: link.getAttribute("href") },
          };
        });
      }
      found = links;
      show();
      if (!list.children.length) heard.textContent = heard.dataset.nothing;
    };
    field.addEventListener("input", () => {
      chosen = 0;
      show();
      clearTimeout(timer);
      timer = setTimeout(search, 200);
    });
    field.addEventListener("keydown", (event) => {
      const count = list.children.length;
      // The keys of somebody who composes Japanese belong to the input method; Safari tells by 229 alone.
      if (!count || event.isComposing || event.keyCode === 229) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        chosen = (chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
        show();
        list.children[chosen].scrollIntoView({ block: "nearest" });
      } else if (event.key === "Enter") {
        event.preventDefault();
        go(list.children[chosen].dataset);
      }
    });
    palette.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row) go(row.dataset);
      else if (event.target === palette) palette.close();
    });
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "k") return;
      event.preventDefault();
      if (palette.open) { palette.close(); return; }
      clearTimeout(timer);
      searches.stop();
      list.removeAttribute("aria-busy");
      field.value = "";
      found = [];
      chosen = 0;
      show();
      palette.showModal();
    });
  }
  if (location.hash === "#search" && one("#search")) one("#search").focus();

  // Passkeys.
  const part = one("#passkey");
  if (part && window.PublicKeyCredential) {
    part.hidden = false;
    const bytes = (text) => Uint8Array.from(
      atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    const call = async (name, fields) => {
      const answer = await fetch("/dashboard/passkeys/" + name, {
        method: "POST", body: new URLSearchParams(fields),
      });
      if (!answer.ok) throw new Error(name);
      return answer.json();
    };
    const make = async (way) => {
      const code = part.dataset.code ? { code: part.dataset.code } : {};
      const options = await call(way + "-options", code);
      const made = await navigator.credentials.create({ publicKey: {
        challenge: bytes(options.challenge),
        rp: { id: options.rpId, name: "Keiro" },
        user: { id: bytes(options.userId), name: options.userName, displayName: options.userName },
        pubKeyCredParams: options.algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: options.known.map((id) => ({ type: "public-key", id: bytes(id) })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      } });
      return call(way, {
        ...code, challenge: options.challenge, next: part.dataset.next,
        clientData: text(made.response.clientDataJSON),
        attestation: text(made.response.attestationObject),
      });
    };
    const use = async () => {
      const options = await call("sign-in-options", {});
      const used = await navigator.credentials.get({ publicKey: {
        challenge: bytes(options.challenge), rpId: options.rpId, userVerification: "required",
      } });
      return call("sign-in", {
        challenge: options.challenge, next: part.dataset.next, id: text(used.rawId),
        clientData: text(used.response.clientDataJSON),
        authenticatorData: text(used.response.authenticatorData),
        signature: text(used.response.signature),
      });
    };
    const button = one("[data-passkey]", part);
    const fault = one(".fault", part);
    button.addEventListener("click", async () => {
      fault.hidden = true;
      button.disabled = true;
      try {
        const way = button.dataset.passkey;
        const answer = await (way === "sign-in" ? use() : make(way));
        // A form that was sent when the session had ended waits in the form of the sign-in.
        const kept = one("[name=kept-address]");
        if (kept) { kept.form.submit(); return; }
        location.href = answer.location + (way === "add" ? "sessions" : "");
      } catch {
        fault.hidden = false;
        button.disabled = false;
      }
    });
  }
})();
