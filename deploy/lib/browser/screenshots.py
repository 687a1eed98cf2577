"""Pictures of the pages and their states. Usage: screenshots.py BINARY FOLDER [NAME …]"""

import pathlib
import sys
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser
from keiro_server import Keiro, Receiver, empty_keiro

PAGES = [
    ("overview", "/dashboard/?period=90d"), ("overview-split", "/dashboard/?period=90d&split=platform"),
    ("links", "/dashboard/links"), ("links-clicks", "/dashboard/links?sort=clicks"),
    ("links-selected", "/dashboard/links"),
    ("new-previewed", "/dashboard/links/new?url=https%3A%2F%2Fasajikan.jp%2Farticle%2F7&host=asajikan.jp&slug=tea"),
    ("overview-part", "/dashboard/?period=90d&only=country&name=JP"),
    ("overview-campaigns", "/dashboard/?period=90d&top=campaign"),
    ("links-tag", "/dashboard/links?tag=recipe&period=90d"), ("links-empty", "/dashboard/links?search=nothing-like-this"),
    ("links-filtered", "/dashboard/links?tag=recipe&state=active"), ("new", "/dashboard/links/new"),
    ("link", "/dashboard/links/asajikan.jp/recipe-001"),
    ("links-dead", "/dashboard/links?state=dead"),
    ("links-deleted", "/dashboard/links?state=deleted"), ("link-moved", "/dashboard/links/asajikan.jp/mail-002"),
    ("link-compared", "/dashboard/links/asajikan.jp/recipe-001?version=1"),
    ("link-deleted", "/dashboard/links/asajikan.jp/brief"), ("change", "/dashboard/changes/{change}"),
    ("link-edit", "/dashboard/links/asajikan.jp/recipe-001?edit"),
    ("link-rules", "/dashboard/links/asajikan.jp/recipe-001?edit#rules"), ("import", "/dashboard/import"),
    ("sites", "/dashboard/sites"),
    ("site", "/dashboard/sites/asajikan.jp?url=https%3A%2F%2Fasajikan.jp%2Farticle%2F7"),
    ("tokens", "/dashboard/tokens"), ("people", "/dashboard/people"),
    ("webhooks", "/dashboard/webhooks"), ("webhook", "/dashboard/webhooks/{webhook}"), ("sessions", "/dashboard/sessions"),
    ("status", "/dashboard/status"), ("audit", "/dashboard/audit"),
    ("design", "/dashboard/design"), ("help", "/dashboard/help"), ("zone", "/dashboard/zone"),
    ("overview-dates", "/dashboard/?from=2026-11-01&to=2026-11-14"), ("missing", "/dashboard/nothing"),
]
# What is pressed before the picture, and what is there afterwards.
ACTS = {
    "links-selected": ("tbody [name=link]", ".bulk fieldset"),
    "new-previewed": ("button[value=preview]", "#planned .card"),
}
WIDTHS = (320, 768, 1440)
# The pages that are also shown in the colours that a system forces on them.
FORCED = ("overview-split", "links-selected", "link", "new-previewed", "design")


class States:
    """What stands on pages after something was done: a function for each, which ends where the picture is taken."""

    def __init__(self, keiro, token, scratch):
        self.keiro = keiro
        self.token = token
        self.scratch = pathlib.Path(scratch)
        self.fresh = None
        self.damaged = None

    def stop(self):
        for keiro, _ in filter(None, (self.fresh, self.damaged)):
            keiro.stop()

    @property
    def all(self):
        return {name.removeprefix("state_").replace("_", "-"): getattr(self, name)
                for name in vars(States) if name.startswith("state_")}

    def open(self, browser, path):
        browser.open(self.keiro.origin + "/dashboard/" + path)

    def put(self, browser, name, text):
        browser.put(f"main [name='{name}']", text)

    def click(self, browser, selector):
        page = browser.driver.find_element(By.TAG_NAME, "html")
        browser.driver.find_element(By.CSS_SELECTOR, selector).click()
        browser.settle(page, 5)

    def wait(self, browser, selector):
        WebDriverWait(browser.driver, 15).until(
            expected_conditions.visibility_of_element_located((By.CSS_SELECTOR, selector)))

    def state_form_refused(self, browser):
        self.open(browser, "links/new")
        self.put(browser, "url", "javascript:alert(1)")
        self.put(browser, "slug", "two words")
        self.click(browser, "[data-new] .actions .button")

    def state_link_made(self, browser):
        self.open(browser, "links/new")
        self.put(browser, "url", "https://asajikan.jp/article/8")
        self.put(browser, "name", "Autumn – 秋の特集")
        self.click(browser, "[data-new] .actions .button")

    def state_conflict(self, browser):
        address = "links/asajikan.jp/recipe-001"
        self.open(browser, address + "?edit")
        link = self.keiro.call(self.token, "GET", "/v1/" + address)
        theirs = [{"if": {"share": 30}, "url": "https://asajikan.jp/recipe/theirs"}]
        self.keiro.call(self.token, "PATCH", "/v1/" + address, {"name": "味噌汁、改", "rules": theirs, "tags": []})
        self.put(browser, "name", "Miso soup, better")
        self.click(browser, ".button[value=save]")
        own = {name: link[name] for name in ("name", "rules", "tags")}
        self.keiro.call(self.token, "PATCH", "/v1/" + address, own)

    def state_deleted_meanwhile(self, browser):
        address = "links/asajikan.jp/recipe-013"
        self.open(browser, address + "?edit")
        self.keiro.call(self.token, "DELETE", "/v1/" + address)
        self.put(browser, "name", "Miso soup, better")
        self.click(browser, ".button[value=save]")
        # The next round of pictures finds the link as it was.
        restored = browser.driver.find_element(By.NAME, "restores").get_attribute("value")
        self.keiro.call(self.token, "POST", f"/v1/{address}:restore", {"version": int(restored)})

    def state_confirmation(self, browser):
        self.open(browser, "links/asajikan.jp/recipe-007")
        self.click(browser, "button[value=delete]")

    def state_bulk_done(self, browser):
        self.open(browser, "links?search=poster")
        for box in browser.driver.find_elements(By.CSS_SELECTOR, "tbody [name=link]")[:3]:
            box.click()
        browser.put("#bulk-tag", "station")
        self.click(browser, "button[value=tag]")

    def state_import_report(self, browser):
        file = self.scratch / "links.csv"
        rows = [f"asajikan.jp,imported-{number},https://asajikan.jp/article/{number}" for number in range(12)]
        file.write_text("\n".join([
            "host,slug,url", *rows, "asajikan.jp,recipe-007,https://asajikan.jp/article/1", "asajikan.jp,broken,javascript:alert(1)",
            "elsewhere.example,lost,https://asajikan.jp/article/1", "asajikan.jp,two words,https://asajikan.jp/"]) + "\n")
        self.open(browser, "import")
        browser.driver.find_element(By.ID, "file").send_keys(str(file))
        self.click(browser, "main form button")
        self.wait(browser, "main table")

    def state_import_refused(self, browser):
        file = self.scratch / "foreign.csv"
        file.write_text("Brief,Goes to\ntea,https://asajikan.jp/article/1\n")
        self.open(browser, "import")
        browser.driver.find_element(By.ID, "file").send_keys(str(file))
        self.click(browser, "main form button")
        self.wait(browser, ".badge.bad")

    def state_search_left_out(self, browser):
        self.open(browser, "links?search=tag:recipe+tag:tea+soup")

    def state_importing(self, browser):
        """An import that takes longer than its pictures."""
        file = self.scratch / "many.csv"
        rows = "".join(f"asajikan.jp,many-{number},https://asajikan.jp/article/{number}\n" for number in range(400_000))
        file.write_text("host,slug,url\n" + rows)
        self.open(browser, "import")
        browser.driver.find_element(By.ID, "file").send_keys(str(file))
        self.click(browser, "main form button")
        WebDriverWait(browser.driver, 15).until(lambda _: browser.driver.execute_script(
            "return Number(document.querySelector('main progress')?.value) > 20"))

    def state_palette(self, browser):
        self.open(browser, "")
        browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.CONTROL, "k")
        browser.driver.find_element(By.CSS_SELECTOR, "#palette input").send_keys("recipe-00")
        self.wait(browser, "#palette [data-href*='recipe-00']")

    def state_sign_in_refused(self, browser):
        browser.driver.delete_all_cookies()
        self.open(browser, "sign-in")
        browser.submit("token", "keiro_nonsense")

    def state_form_kept(self, browser):
        browser.submit("token", self.token)
        self.open(browser, "links/new")
        self.put(browser, "url", "https://asajikan.jp/article/9")
        browser.driver.delete_all_cookies()
        self.click(browser, "[data-new] .actions .button")

    def state_form_offered(self, browser):
        browser.submit("token", self.token)

    def state_not_allowed(self, browser):
        """A page of admins for those who may only look."""
        browser.driver.delete_all_cookies()
        self.open(browser, "sign-in?next=/dashboard/people")
        browser.submit("token", self.keiro.token("links:read", "Viewer"))

    def state_first_steps(self, browser):
        browser.open(self.fresh[0].origin + "/dashboard/sign-in")
        browser.submit("token", self.fresh[1])

    def state_damaged(self, browser):
        """What a page says of a link that its store cannot vouch for."""
        if self.damaged is None:
            self.damaged = empty_keiro(self.keiro.binary, self.scratch / "damaged")
            keiro, token = self.damaged
            keiro.call(token, "POST", "/v1/links", {
                "host": "go.example.com", "slug": "one", "url": "https://www.example.com/"})
            keiro.damage()
        keiro, token = self.damaged
        browser.open(keiro.origin + "/dashboard/sign-in")
        browser.submit("token", token)
        browser.open(keiro.origin + "/dashboard/links/go.example.com/one")


def picture(browser, path, width):
    """Takes a picture of the page; the width of the page and of what rows hide at their side."""
    browser.resize(width)
    height = browser.driver.execute_script("return document.documentElement.scrollHeight")
    wide = browser.driver.execute_script(
        "return Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('.rows')]"
        ".filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => innerWidth + e.scrollWidth - e.clientWidth))")
    browser.resize(width, min(max(height, 700), 5000))
    browser.driver.save_screenshot(str(path))
    return wide


def pictures(browser, folder, page, name):
    """Takes a page at every width; what is wider than its window."""
    too_wide = []
    for width in WIDTHS:
        wide = picture(browser, folder / f"{page}-{name}-{width}.png", width)
        if wide > width:
            too_wide.append(f"{page} at {width} in {name}: {wide} pixels wide")
    return too_wide


def open_page(browser, page, address):
    browser.open(address)
    if "#" in address:
        browser.driver.execute_script(
            "document.querySelector(arguments[0]).closest('details')?.setAttribute('open', '')", "#" + address.split("#")[1])
    elif page == "webhook":
        browser.driver.execute_script("document.querySelector('details.data').open = true")
    if page in ACTS:
        pressed, there = ACTS[page]
        browser.driver.find_element(By.CSS_SELECTOR, pressed).click()
        WebDriverWait(browser.driver, 15).until(
            expected_conditions.visibility_of_element_located((By.CSS_SELECTOR, there)))


def main(binary, folder, names):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    too_wide = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        keiro = Keiro(binary, scratch)
        keiro.start()
        token = keiro.token(name="Sample")
        keiro.fill(token)
        keiro.run("people", "add", "Anna", "--role", "editor")
        receiver = Receiver()
        webhook = keiro.fill_webhooks(token, receiver)
        keiro.stop()
        keiro.fill_days()
        keiro.start()
        states = States(keiro, token, scratch)
        states.fresh = empty_keiro(binary, pathlib.Path(scratch) / "fresh")
        try:
            keiro.fill_examinations(token)
            change = keiro.fill_history(token)
            for dark, language, forced in ((False, "en", False), (True, "en", False), (False, "ja", False),
                                           (False, "en", True)):
                name = "forced" if forced else language if language != "en" else "dark" if dark else "light"
                browser = Browser(pathlib.Path(scratch) / name, dark=dark, language=language, forced=forced)
                wanted = lambda page: (not names or page in names) and (not forced or page in FORCED)
                try:
                    browser.open(keiro.origin + "/dashboard/sign-in")
                    if wanted("sign-in"):
                        too_wide += pictures(browser, folder, "sign-in", name)
                    browser.submit("token", token)
                    for page, address in PAGES:
                        if wanted(page):
                            open_page(browser, page, keiro.origin + address.format(webhook=webhook, change=change))
                            too_wide += pictures(browser, folder, page, name)
                    for page, state in [] if forced else states.all.items():
                        # A form is kept by the sign-in before it, whatever is pictured.
                        if wanted(page) or page.startswith(("form-", "sign-in")):
                            browser.resize(WIDTHS[-1])
                            state(browser)
                        if wanted(page):
                            too_wide += pictures(browser, folder, page, name)
                finally:
                    browser.quit()
        finally:
            keiro.stop()
            states.stop()
            receiver.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    for line in too_wide:
        print("too wide:", line)
    return 1 if too_wide else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
