"""Pictures of the pages that visitors see. Usage: pages.py BINARY FOLDER"""

import http.server
import itertools
import json
import pathlib
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

from browser import Browser
from keiro_server import free_port
from selenium.webdriver.common.by import By

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.6 Mobile/15E148 Safari/604.1"
)
INSTAGRAM = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Mobile/15E148 Instagram 400.0.0.0.1 (iPhone16,1; iOS 18_6; en_US; en; scale=3.00; 1179x2556; 1)"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 "
    "Mobile Safari/537.36"
)
ANDROID_IN_APP = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 400.0.0.0.1 Android"
)
DESKTOP = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Safari/537.36"
)
WIDTHS = (320, 390, 1280)
PICTURES = "pictures.example"

ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14"
fill="#0b6b4f"/><path d="M32 12c10 8 14 18 14 26a14 14 0 0 1-28 0c0-8 4-18 14-26z" fill="#fff"/></svg>"""
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630"
fill="#cfe7d8"/><circle cx="930" cy="170" r="90" fill="#ffd166"/><path d="M0 470 300 300l260 170 240-140 400 190v110H0z"
fill="#5b9b7c"/><path d="M0 560 400 430l360 120 440-90v170H0z" fill="#0b6b4f"/></svg>"""

WORDS = {
    "en": {
        "host": "shop.example", "name": "Harbour & Field", "item": "A watering can",
        "text": "Galvanised, ten litres, with a brass rose. It outlives its gardener.",
        "title": "Spring has come to the garden",
        "long": "Everything for the garden until the end of May, with free delivery, "
                "and a second watering can for half the price for everybody who brings a friend",
    },
    "ja": {
        "host": "niwa.example", "name": "港と畑の道具店", "item": "真鍮のじょうろ",
        "text": "十リットル入り、亜鉛めっき仕上げ。長く使える庭の道具です。",
        "title": "春の庭に、新しい道具を",
        "long": "五月末まで送料無料。お友だちと一緒のお申し込みで、二つめのじょうろが半額になる春のキャンペーンです",
    },
}


def configuration(port, management):
    sites = []
    for language, words in WORDS.items():
        host = words["host"]
        social = {"title": words["title"], "description": words["text"], "image": f"https://{PICTURES}/spring.svg"}
        sites.append({
            "hosts": [host], "title": words["name"], "language": language, "alternateHost": f"open.{host}", "banner": "html",
            "brand": {"name": words["name"], "icon": "icon.svg", "accent": "#0b6b4f"},
            "routes": [
                {"/": "/item/*", "app": "shop", "screen": "item", "title": words["item"],
                 "description": words["text"], "image": f"https://{PICTURES}/can.svg"},
                {"/": "/", "app": "shop", "screen": "home"},
            ],
            "shortLinks": {
                "prefix": "/s/", "app": "shop", "deferred": ["referrer", "paste", "code"],
                "links": {
                    "spring": {"url": f"https://{host}/item/7", "social": social,
                               "apple": {"appStoreID": "400435286"}},
                    "plain": {"url": f"https://{host}/item/8", "social": {"title": words["long"] + " – " + words["long"]}},
                    "secret": {"url": f"https://{host}/item/7", "password": "garden"},
                    "old": {"url": f"https://{host}/item/7", "archived": True},
                },
            },
        })
    sites.append({"hosts": ["plain.example"], "shortLinks": {
        "prefix": "/", "links": {"x": {"url": "https://elsewhere.example/a?b=c"},
                                 "old": {"url": "https://elsewhere.example/", "archived": True}}}})
    return {
        "server": {"listen": [f"127.0.0.1:{port}"], "management": [f"127.0.0.1:{management}"], "accessLog": None},
        "store": {"sqlite": "keiro.db"},
        "apps": {"shop": {
            "name": "Harbour & Field",
            "apple": {"appIDs": ["94VJUJ8B7P.example.shop"], "appStoreID": "400435286", "customSchemes": ["shop"]},
            "android": {"packageName": "example.shop", "sha256CertFingerprints": [":".join(["14"] * 32)]}}},
        "sites": sites,
    }


def ask_code(browser):
    """What helps once the app is installed stands behind a line."""
    for selector in ("details summary", "form button"):
        browser.driver.find_element(By.CSS_SELECTOR, selector).click()


def wrong_password(browser):
    browser.submit("password", "meadow")


# Name, path, who asks, and what is done on the page.
PAGES = [
    ("route-iphone", "/item/7", IPHONE, None), ("route-android", "/item/7", ANDROID, None),
    ("route-desktop", "/item/7", DESKTOP, None), ("landing-iphone", "/s/spring", INSTAGRAM, None),
    ("landing-android", "/s/spring", ANDROID_IN_APP, None), ("landing-long", "/s/plain", INSTAGRAM, None),
    ("code", "/s/spring", INSTAGRAM, ask_code), ("long-link", "LONG", INSTAGRAM, None),
    ("password", "/s/secret", IPHONE, None), ("password-wrong", "/s/secret", IPHONE, wrong_password),
    ("gone", "/s/old", IPHONE, None), ("not-found", "/nothing/here", DESKTOP, None),
    ("foreign", "/?link=https%3A%2F%2Fother.example%2F", IPHONE, None),
    ("explanation", "/s/spring?d=1", DESKTOP, None),
]
BARE = [
    ("bare-landing", "/x", INSTAGRAM, None), ("bare-gone", "/old", IPHONE, None),
    ("bare-not-found", "/nothing", DESKTOP, None),
]


class Pictures(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "image/svg+xml")
        self.end_headers()
        self.wfile.write(PICTURE.encode())

    def log_message(self, *_):
        pass


def serve_pictures(folder):
    """A server of pictures over TLS, as pages admit no others; returns its port."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", f"/CN={PICTURES}", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=folder, check=True, capture_output=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def start(binary, folder, port, management):
    (folder / "icon.svg").write_text(ICON)
    text = json.dumps(configuration(port, management), ensure_ascii=False)
    (folder / "keiro.json").write_text(text)
    log = open(folder / "serve.log", "ab")
    process = subprocess.Popen(
        [binary, "serve", "--config", "keiro.json"], cwd=folder, stdout=log, stderr=log)
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{management}/readyz", timeout=5)
            return process
        except OSError:
            time.sleep(0.05)
    process.kill()
    raise SystemExit("keiro did not start: " + (folder / "serve.log").read_text())


def look(browser, agent, width):
    """Makes the window that of a phone or of a desk."""
    is_phone = "Mobile" in agent and width < 1000
    browser.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent})
    browser.driver.execute_cdp_cmd(
        "Emulation.setTouchEmulationEnabled", {"enabled": is_phone, "maxTouchPoints": 5 if is_phone else 1})
    browser.resize(width)


def picture(browser, path, width):
    wide, height = browser.driver.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    browser.resize(width, min(max(height, 700), 4000))
    browser.driver.save_screenshot(str(path))
    return wide


def shoot(browser, folder, origin, host, pages, name):
    """Makes pictures of the pages of a host; returns what is wrong with them."""
    faults = []
    long = "/?" + urllib.parse.urlencode({"link": f"https://{host}/item/7", "isi": "400435286", "efr": "0"})
    for page, path, agent, act in pages:
        for width in WIDTHS:
            look(browser, agent, width)
            browser.open(origin + (long if path == "LONG" else path))
            if act:
                before = browser.driver.find_element(By.TAG_NAME, "html")
                act(browser)
                browser.settle(before, 5)
            wide = picture(browser, folder / f"{page}-{name}-{width}.png", width)
            if wide > width:
                faults.append(f"{page} at {width} in {name}: {wide} pixels wide")
    for message in browser.complaints():
        # Browsers say so of every answer that is no success.
        if "Failed to load resource" not in message:
            faults.append(f"{name}: {message}")
    return faults


def write_index(folder, pages, names):
    """A page on which all pictures of a page stand beside each other."""
    sections = []
    for page in pages:
        figures = "".join(
            f'<figure><img src="{page}-{name}-{width}.png"><figcaption>{name}, {width}</figcaption></figure>'
            for width in WIDTHS for name in names if (folder / f"{page}-{name}-{width}.png").exists())
        sections.append(f'<section id="{page}"><h2>{page}</h2><div>{figures}</div></section>')
    (folder / "index.html").write_text(
        "<!doctype html><meta charset=utf-8><title>Pages</title><style>body{margin:1rem;font:14px sans-serif;"
        "background:#888}div{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}figure{margin:0}"
        "img{display:block;max-width:470px;max-height:760px}</style>" + "".join(sections))


def main(binary, folder):
    folder = pathlib.Path(folder)
    faults = []
    names = []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        port, management = free_port(), free_port()
        pictures = serve_pictures(scratch)
        keiro = start(binary, scratch, port, management)
        hosts = [(language, words["host"], PAGES) for language, words in WORDS.items()]
        hosts.append(("bare", "plain.example", BARE))
        rules = ",".join(
            [f"MAP {PICTURES}:443 127.0.0.1:{pictures}"] + [f"MAP {host} 127.0.0.1" for _, host, _ in hosts])
        origins = ",".join(f"http://{host}:{port}" for _, host, _ in hosts)
        try:
            for dark, (language, host, pages) in itertools.product((False, True), hosts):
                name = f"{language}-{'dark' if dark else 'light'}"
                names.append(name)
                browser = Browser(
                    scratch / name, dark=dark, language=language if language in WORDS else "en", arguments=(
                        f"--host-resolver-rules={rules}", "--ignore-certificate-errors",
                        f"--unsafely-treat-insecure-origin-as-secure={origins}"))
                try:
                    faults += shoot(browser, folder, f"http://{host}:{port}", host, pages, name)
                finally:
                    browser.quit()
        finally:
            keiro.send_signal(signal.SIGTERM)
            keiro.wait(timeout=20)
    write_index(folder, [page for page, *_ in PAGES + BARE], names)
    print(f"{len(list(folder.glob('*.png')))} pictures, all of them on {folder}/index.html")
    for line in faults:
        print("fault:", line)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
