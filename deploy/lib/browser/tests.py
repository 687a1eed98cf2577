"""Tests of the dashboard in Chromium. Usage: tests.py BINARY [NAME …]"""

import json
import pathlib
import random
import re
import sys
import tempfile
import time
import traceback

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.ui import WebDriverWait

import accessibility
import flows
import tasks
from browser import Browser
from keiro_server import Keiro, Receiver, certificate, empty_keiro, free_port
from provider import Provider


class Tests:
    def __init__(self, binary, scratch):
        self.scratch = pathlib.Path(scratch)
        self.provider = Provider(scratch, free_port())
        self.keiro = Keiro(binary, scratch, providers=[{
            "name": "Login", "issuer": self.provider.issuer, "clientID": "keiro", "clientSecret": "hush",
            "roleClaim": "groups", "roles": {"editors": "editor", "viewers": "viewer"}}])
        self.keiro.start()
        self.token = self.keiro.token()
        self.keiro.fill(self.token, 60)
        self.receiver = Receiver()
        self.webhook = self.keiro.fill_webhooks(self.token, self.receiver)
        self.keiro.fill_examinations(self.token)
        self.number = 0
        # The windows of the current test, and those of earlier ones, with their settings.
        self.windows = []
        self.spare = []

    def window(self, width=1280, alone=False, **settings):
        """A new window, or one of an earlier test that was made like a new one.

        `alone` is for tests that leave more behind than a window can be freed of.
        """
        self.number += 1
        for at, (browser, known) in enumerate(self.spare):
            if known == settings and not alone:
                del self.spare[at]
                browser.resize(width)
                break
        else:
            browser = Browser(self.scratch / f"window-{self.number}", width=width, **settings)
        self.windows.append((browser, None if alone else settings))
        return browser

    def end_windows(self, has_passed):
        """Keeps the windows of a test for later ones, unless it has failed."""
        for browser, settings in self.windows:
            if has_passed and settings is not None:
                browser.renew(self.keiro.origin)
                self.spare.append((browser, settings))
            else:
                browser.quit()
        self.windows = []

    def stop(self):
        for browser, _ in self.spare:
            browser.quit()
        self.provider.stop()
        self.receiver.stop()
        self.keiro.stop()

    def signed_in(self, **settings):
        browser = self.window(**settings)
        self.sign_in(browser)
        return browser

    def sign_in(self, browser, token=None):
        browser.open(self.keiro.origin + "/dashboard/sign-in")
        browser.submit("token", token or self.token)

    def wait(self, browser, condition, what):
        try:
            WebDriverWait(browser.driver, 60).until(lambda _: condition())
        except TimeoutException as late:
            raise AssertionError(f"{what} at {browser.path()}: {browser.text()[:1500]}") from late

    @staticmethod
    def expect_no_complaints(browser, *known):
        complaints = [line for line in browser.complaints() if not any(word in line for word in known)]
        assert complaints == [], complaints

    # The whole way of a new user.

    def whole_way(self, browser):
        keiro = self.keiro
        browser.open(keiro.origin + "/dashboard/links")
        browser.expect_heading("Sign in")
        browser.fill("Token", "keiro_nonsense")
        browser.press("Sign in")
        assert "unknown, revoked or expired" in browser.text()
        browser.fill("Token", self.token)
        browser.press("Sign in")
        assert browser.path() == "dashboard/links", browser.path()
        browser.press("New link")
        slug = f"way-{self.number}"
        browser.fill("Destination URL", "javascript:alert(1)")
        browser.choose("Host", "asajikan.jp")
        browser.fill("Slug", slug)
        browser.fill("Name", "<b>朝</b> & more")
        browser.press("Create link")
        assert "The link was not saved" in browser.text(), browser.text()
        self.axe(browser)
        assert browser.field("Destination URL").get_attribute("aria-invalid") == "true"
        assert browser.field("Name").get_attribute("value") == "<b>朝</b> & more"
        browser.fill("Destination URL", "https://asajikan.jp/article/5")
        browser.fill("Tags", "way, 朝")
        browser.press("Create link")
        assert "The link was created." in browser.text(), browser.text()
        browser.expect_heading("<b>朝</b> & more")
        assert "What each visitor gets" in browser.text()
        picture = browser.driver.find_element(By.CSS_SELECTOR, ".qr img")
        assert picture.is_displayed() and int(picture.get_property("naturalWidth") or 1) > 0
        address = browser.driver.current_url.split("?")[0]
        self.conflict(browser, address)
        browser.press("Archive")
        assert "The link was archived" in browser.text()
        browser.press("Undo")
        assert "The change was undone." in browser.text(), browser.text()
        self.import_file(browser)
        browser.open(keiro.origin + "/dashboard/tokens")
        self.make_and_revoke_token(browser)
        browser.press("Sign out")
        browser.expect_heading("Sign in")
        browser.open(address)
        browser.expect_heading("Sign in")
        self.expect_no_complaints(browser, "status of 4")

    def conflict(self, browser, address):
        browser.open(address + "?edit")
        revision = browser.driver.find_element(By.NAME, "revision").get_attribute("value")
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.open(address + "?edit")
        browser.fill("Name", "from the other window")
        browser.fill("Tags", "theirs")
        browser.press("Save changes")
        assert "The link was saved." in browser.text()
        browser.driver.close()
        browser.driver.switch_to.window(first)
        assert browser.driver.find_element(By.NAME, "revision").get_attribute("value") == revision
        browser.fill("Name", "from this window")
        browser.press("Save changes")
        assert "This link was changed after you opened it" in browser.text(), browser.text()
        assert "from the other window" in browser.text()
        self.axe(browser)
        assert browser.field("Name").get_attribute("value") == "from this window"
        assert browser.field("Tags").get_attribute("value") == "theirs"
        browser.press("Save changes")
        browser.expect_heading("from this window")
        assert "theirs" in browser.text(), browser.text()

    def import_file(self, browser):
        file = self.scratch / "links.csv"
        file.write_text(
            "host,slug,url\n"
            f"asajikan.jp,imported-{self.number},https://asajikan.jp/article/8\n"
            "asajikan.jp,broken,javascript:alert(1)\n")
        browser.open(self.keiro.origin + "/dashboard/import")
        browser.driver.find_element(By.ID, "file").send_keys(str(file))
        browser.press("Check the file")
        self.settle(browser)
        browser.expect_heading("This is what would happen")
        assert "broken" in browser.text() and "Rejected" in browser.text()
        self.axe(browser)
        browser.press("Import 1 link")
        self.settle(browser)
        browser.expect_heading("Imported")
        browser.open(self.keiro.origin + f"/dashboard/links?search=imported-{self.number}")
        assert f"imported-{self.number}" in browser.text()

    def settle(self, browser):
        self.wait(
            browser, lambda: "updates by itself" not in browser.driver.page_source, "the import goes on")

    def make_and_revoke_token(self, browser):
        browser.fill("Name", "for a script")
        browser.field("See links").click()
        browser.press("Create token")
        secret = browser.driver.find_element(By.ID, "secret").text
        assert secret.startswith("keiro_"), secret
        bearer = {"Authorization": f"Bearer {secret}"}
        assert self.keiro.request("GET", "/v1/links", headers=bearer)[0] == 200
        browser.open(self.keiro.origin + "/dashboard/tokens")
        assert secret not in browser.driver.page_source
        for button in browser.driver.find_elements(By.CSS_SELECTOR, "tbody button"):
            if "for a script" in button.get_attribute("textContent"):
                button.click()
                break
        browser.expect_heading("Revoke the token for a script?")
        assert self.keiro.request("GET", "/v1/links", headers=bearer)[0] == 200
        browser.press("Revoke", "main form")
        self.wait(
            browser, lambda: self.keiro.request("GET", "/v1/links", headers=bearer)[0] == 401,
            "the token is not revoked")

    def test_whole_way_with_script(self):
        self.whole_way(self.window())

    def test_whole_way_without_script(self):
        browser = self.window(script=False)
        self.whole_way(browser)

    def test_bulk_with_undo_and_confirmation(self):
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/links?tag=qr&state=active")
        ticks = browser.driver.find_elements(By.CSS_SELECTOR, "[name=link]")[:3]
        assert not self.bar(browser).is_displayed()
        for tick in ticks:
            browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", tick)
            tick.click()
        assert self.bar(browser).is_displayed()
        assert browser.driver.find_element(By.CSS_SELECTOR, "#selected .ticked").text == "3"
        browser.press("Archive", "form.bulk")
        assert "Archived 3 links." in browser.text(), browser.text()
        self.axe(browser)
        browser.press("Undo")
        assert "The change was undone." in browser.text(), browser.text()
        browser.open(self.keiro.origin + "/dashboard/links?search=spring-000")
        browser.driver.find_element(By.CSS_SELECTOR, "[name=link]").click()
        browser.press("Delete", "form.bulk")
        browser.expect_heading("Delete 1 link?")
        self.axe(browser)
        browser.press("Delete", "main form")
        assert "Deleted 1 link." in browser.text(), browser.text()
        browser.press("Undo")
        assert "The change was undone." in browser.text(), browser.text()
        assert self.keiro.call(self.token, "GET", "/v1/links?search=spring-000")["links"]

    @staticmethod
    def bar(browser):
        """The actions on selected links."""
        return browser.driver.find_element(By.CSS_SELECTOR, ".bulk fieldset")

    def test_actions_cover_nothing_that_has_the_focus(self):
        """Actions on links appear with a selection, without script too, and leave the row in view that is
        ticked by keys: in usual windows, on phones, also held sideways, and at 400 % of usual windows. Where
        they have no room, a line in view leads to them."""
        for script, width, height in ((True, 1440, 900), (False, 1440, 900), (True, 320, 700), (True, 320, 256),
                                      (True, 844, 390), (False, 844, 390), (True, 320, 225)):
            browser = self.signed_in(script=script, width=width)
            browser.resize(width, height)
            browser.open(self.keiro.origin + "/dashboard/links")
            assert not self.bar(browser).is_displayed(), width
            ticks = browser.driver.find_elements(By.CSS_SELECTOR, "tbody [name=link]")[:12]
            ticks[0].send_keys(Keys.SPACE)
            assert self.bar(browser).is_displayed(), width
            for _ in range(3):
                browser.driver.switch_to.active_element.send_keys(Keys.TAB)
            for tick in ticks[1:]:
                tick.send_keys(Keys.SPACE)
                seen = browser.driver.execute_script(
                    """
                    arguments[0].focus();
                    const box = arguments[0].getBoundingClientRect();
                    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                    return arguments[0].closest("label").contains(top);
                    """, tick)
                assert seen, (script, width, height, tick.get_attribute("value"))
            jump = browser.driver.find_element(By.CSS_SELECTOR, ".jump a")
            assert jump.is_displayed() == (height <= 512), (script, width, height)
            if jump.is_displayed():
                assert self.bottom(browser, jump) <= height, (script, width, height)
                assert jump.text.split() == "Actions for selected links 12".split()[:5 if script else 4], jump.text
                jump.click()
                tags = browser.driver.find_element(By.ID, "bulk-tag")
                assert self.bottom(browser, tags) <= height, (script, width, height)

    @staticmethod
    def bottom(browser, element):
        """How far below the top of the window an element ends."""
        return browser.driver.execute_script("return arguments[0].getBoundingClientRect().bottom", element)

    def test_the_list_begins_early_on_phones(self):
        """Beside the search the fields are folded, with what is set as chips, and the views are one line."""
        for script in (True, False):
            browser = self.signed_in(script=script)
            shown = lambda name: browser.driver.execute_script(
                "return document.getElementById(arguments[0]).checkVisibility()", name)
            line = lambda: browser.driver.execute_script("return document.querySelector('#views ul').offsetHeight")
            browser.resize(320)
            browser.open(self.keiro.origin + "/dashboard/links?state=active")
            assert not shown("tag") and shown("search"), script
            first = browser.driver.find_element(By.CSS_SELECTOR, "tbody th a")
            assert self.bottom(browser, first) < 600, (script, self.bottom(browser, first))
            assert line() < 60, line()
            browser.press("Filters and order")
            browser.fill("Tag", "qr")
            browser.press("Show")
            assert "tag=qr" in browser.path() and not shown("tag"), (script, browser.path())
            chips = browser.driver.find_element(By.CSS_SELECTOR, "#found .chips").text
            assert chips.split("\n") == ["Tag: qr ×", "Remove"], (script, chips)

    def test_a_slow_line(self):
        """Only what was typed last is found, the list says that it is busy, and an ended session is told."""
        browser = self.signed_in(alone=True)
        browser.open(self.keiro.origin + "/dashboard/links")
        browser.driver.execute_cdp_cmd("Network.enable", {})
        line = lambda latency, offline=False: browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})
        line(1500)
        found = lambda: browser.driver.find_element(By.ID, "found")
        field = browser.field("Search")
        field.send_keys("spring-0")
        self.wait(browser, lambda: found().get_attribute("aria-busy") == "true", "the list is not busy")
        field.send_keys(Keys.BACKSPACE * 8 + "recipe-00")
        # The first search may be answered before the second begins, where keys take long.
        self.wait(browser, lambda: found().get_attribute("aria-busy") is None
                  and "search=recipe-00" in browser.path(), "the list stays busy, or is of another search")
        rows = browser.driver.find_elements(By.CSS_SELECTOR, "#found tbody tr")
        assert rows and all("recipe-00" in row.text for row in rows), [row.text for row in rows][:3]
        line(0, offline=True)
        field.send_keys("7")
        heard = browser.driver.find_element(By.ID, "heard")
        self.wait(browser, lambda: heard.get_attribute("class") == "", "no answer is awaited without end")
        assert found().get_attribute("aria-busy") == "true", "the rows of another search look like those of this one"
        line(0)
        field.send_keys(Keys.BACKSPACE)
        self.wait(browser, lambda: found().get_attribute("aria-busy") is None, "the list stays busy")
        browser.driver.delete_all_cookies()
        field.send_keys("1")
        browser.expect_heading("Sign in")
        assert "recipe-001" in browser.driver.current_url, browser.driver.current_url

    def test_preview_of_a_new_link(self):
        """A new link is shown as it is typed, and by its button without script; then it is duplicated."""
        for script in (True, False):
            browser = self.signed_in(script=script)
            browser.open(self.keiro.origin + "/dashboard/links/new")
            slug = "previewed" if script else "previewed-plainly"
            if script:
                browser.fill("Destination URL", "mailto:a@asajikan.jp")
                fault = lambda: browser.driver.find_element(By.ID, "planned").text
                self.wait(browser, lambda: fault().startswith("Destination URL: "), "no fault")
            browser.fill("Destination URL", "asajikan.jp/article/7")
            browser.choose("Host", "asajikan.jp")
            browser.fill("Slug", slug)
            if not script:
                browser.press("Preview")
            self.wait(browser, lambda: "/s/" + slug in browser.driver.find_element(By.ID, "planned").text,
                      "no preview")
            assert browser.field("Slug").get_attribute("value") == slug
            planned = browser.driver.find_element(By.ID, "planned").text
            assert "After a tap" in planned and "Chat apps follow the link" in planned, planned
            self.axe(browser)
            known = self.keiro.call(self.token, "GET", "/v1/links?search=" + slug)["links"]
            assert not known, known
            browser.press("Create link")
            assert "The link was created." in browser.text(), browser.text()
            browser.press("Undo")
            assert "The change was undone." in browser.text(), browser.text()
            browser.press("Undo")
            browser.press("Duplicate")
            assert browser.field("Destination URL").get_attribute("value") == "https://asajikan.jp/article/7"
            assert browser.field("Slug").get_attribute("value") == ""

    def test_preview_of_what_is_not_sent(self):
        """The preview knows of a password without having it, and tells of the end of the session."""
        browser = self.signed_in(alone=True)
        browser.open(self.keiro.origin + "/dashboard/links/new")
        planned = lambda: browser.driver.find_element(By.ID, "planned").text
        browser.fill("Destination URL", "https://asajikan.jp/article/7")
        browser.driver.find_element(By.CSS_SELECTOR, "details:has(#password) summary").click()
        browser.fill("Password", "secret")
        self.wait(browser, lambda: "Visitors have to enter one" in planned(), "no password in the preview")
        browser.driver.delete_all_cookies()
        browser.fill("Slug", "too-late")
        self.wait(browser, lambda: "Your session has ended" in planned(), "no word of the session")
        assert browser.field("Slug").get_attribute("value") == "too-late"
        self.expect_no_complaints(browser, "status of 4")

    def test_versions(self):
        """A link is looked at as it was, brought back, deleted, and brought back again."""
        path = "/v1/links/asajikan.jp/versioned"
        self.keiro.call(self.token, "POST", "/v1/links", {
            "host": "asajikan.jp", "slug": "versioned", "url": "https://asajikan.jp/article/1"})
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/links/asajikan.jp/versioned?edit")
        browser.fill("Destination URL", "https://asajikan.jp/article/2")
        browser.press("Save changes")
        assert "The link was saved." in browser.text(), browser.text()
        browser.press("Undo")
        assert "The change was undone." in browser.text(), browser.text()
        assert self.keiro.call(self.token, "GET", path)["url"] == "https://asajikan.jp/article/1"
        browser.press("Compare")
        rows = [row.text for row in browser.driver.find_elements(By.CSS_SELECTOR, "#history tbody tr")]
        assert len(rows) == 1 and "/article/2" in rows[0] and "/article/1" in rows[0], rows
        browser.press("Restore this version")
        assert "The earlier version was restored." in browser.text(), browser.text()
        assert self.keiro.call(self.token, "GET", path)["url"] == "https://asajikan.jp/article/2"
        browser.press("Delete")
        browser.press("Delete", "main form")
        assert "The link was deleted." in browser.text(), browser.text()
        browser.open(self.keiro.origin + "/dashboard/links/asajikan.jp/versioned")
        assert "The link is deleted: its address leads nowhere." in browser.text(), browser.text()
        browser.press("Restore this version")
        assert self.keiro.call(self.token, "GET", path)["url"] == "https://asajikan.jp/article/2"

    def test_sort_filter_and_pages_together(self):
        """Links with the most clicks first, of one host and state, page by page."""
        for slug, clicks, archived in (("one", 3000, False), ("two", 2000, False), ("three", 5000, False),
                                       ("four", 9000, True)):
            self.keiro.call(self.token, "POST", "/v1/links", {
                "host": "asajikan.jp", "slug": f"sorted-{slug}", "url": "https://asajikan.jp/article/1",
                "importedClicks": clicks, "archived": archived})
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/links")
        browser.press("Active")
        browser.press("Filters and order")
        browser.choose("Host", "asajikan.jp")
        browser.choose("Order", "Most clicks first")
        browser.press("Show")
        rows = [row.text for row in browser.driver.find_elements(By.CSS_SELECTOR, "tbody tr")]
        expected = (("three", "5,000"), ("one", "3,000"), ("two", "2,000"))
        assert all(f"sorted-{slug}" in row and clicks in row for (slug, clicks), row in zip(expected, rows)), rows[:4]
        assert not any("Archived" in row or "go.example.com" in row for row in rows), rows
        # What the page shows and what comes behind it is what the API has, each link once.
        known = [link["slug"] for link in self.keiro.call(
            self.token, "GET", "/v1/links?sort=clicks&host=asajikan.jp&state=active&limit=1000")["links"]]
        assert len(known) == len(set(known)) and len(rows) == min(len(known), 50), (len(known), len(rows))
        assert browser.driver.find_element(By.ID, "sort").get_attribute("value") == "clicks"

    def rules(self, browser):
        browser.open(self.keiro.origin + "/dashboard/links/new")
        slug = f"rules-{self.number}"
        browser.fill("Destination URL", "https://asajikan.jp/article/5")
        browser.choose("Host", "asajikan.jp")
        browser.fill("Slug", slug)
        browser.press("Add a rule")
        assert browser.driver.switch_to.active_element.get_attribute("id") == "rules-0--url"
        assert browser.field("Slug").get_attribute("value") == slug
        one, two = "[id='rules-0--%s']", "[id='rules-1--%s']"
        browser.put(one % "url", "javascript:alert(1)")
        browser.put(one % "if-language", "ja, ??")
        browser.press("Create link")
        text = browser.text()
        assert "Rule 1, Languages:" in text and "Rule 1, Destination URL:" in text, text
        assert browser.driver.find_element(
            By.CSS_SELECTOR, one % "if-language").get_attribute("aria-invalid") == "true"
        browser.put(one % "url", "https://asajikan.jp/recipe/miso")
        browser.put(one % "if-language", "ja")
        browser.tick("fieldset.rule", "iPhone")
        browser.press("Add a rule")
        browser.put(two % "url", "https://asajikan.jp/recipe/mail")
        browser.put(two % "if-query", "utm_source=mail")
        browser.put(two % "if-share", "50")
        browser.press("Move up Rule 2")
        assert browser.driver.find_element(By.CSS_SELECTOR, one % "if-share").get_attribute("value") == "50"
        browser.press("Create link")
        assert "The link was created." in browser.text(), browser.text()
        link = self.keiro.call(self.token, "GET", f"/v1/links/asajikan.jp/{slug}")
        assert link["rules"] == [
            {"if": {"query": {"utm_source": "mail"}, "share": 50}, "url": "https://asajikan.jp/recipe/mail"},
            {"if": {"platform": ["iPhone"], "language": ["ja"]}, "url": "https://asajikan.jp/recipe/miso"},
        ], link["rules"]
        shown = browser.driver.find_element(By.CSS_SELECTOR, "dl.rules").text
        assert "50 of 100 visits" in shown and "https://asajikan.jp/recipe/mail" in shown, shown
        assert "iPhone" in shown and "https://asajikan.jp/recipe/miso" in shown, shown
        browser.open(self.keiro.origin + f"/dashboard/links/asajikan.jp/{slug}?edit")
        browser.press("Remove Rule 1")
        browser.press("Save changes")
        assert "The link was saved." in browser.text(), browser.text()
        link = self.keiro.call(self.token, "GET", f"/v1/links/asajikan.jp/{slug}")
        assert [rule["url"] for rule in link["rules"]] == ["https://asajikan.jp/recipe/miso"], link["rules"]

    def test_many_links_at_once(self):
        """Links are made from pasted rows, and edited together, each time after a preview and with one Undo."""
        for script in (True, False):
            browser = self.signed_in(script=script)
            browser.open(self.keiro.origin + "/dashboard/links/new")
            browser.press("Several links at once")
            browser.choose("Host", "asajikan.jp")
            browser.fill("Destinations, or a table", "asajikan.jp/article/91\nasajikan.jp/article/92")
            browser.press("Preview")
            self.axe(browser)
            browser.press("Create 2 links")
            assert "2 links created." in browser.text(), browser.text()
            browser.press("Undo")
            assert "2 links undone" in browser.text(), browser.text()
            tag = f"together-{script}".lower()
            for number in (1, 2):
                self.keiro.call(self.token, "POST", "/v1/links", {
                    "host": "asajikan.jp", "slug": f"{tag}-{number}", "url": "https://asajikan.jp/article/1",
                    "tags": [tag]})
            browser.open(self.keiro.origin + f"/dashboard/links?tag={tag}")
            for box in browser.driver.find_elements(By.CSS_SELECTOR, "td.tick input"):
                box.click()
            browser.press("Edit", "form.bulk")
            browser.expect_heading("Edit 2 links")
            browser.fill("Source (utm_source)", "mail")
            browser.press("Preview")
            assert "2 links would change." in browser.text(), browser.text()
            self.axe(browser)
            path = f"/v1/links/asajikan.jp/{tag}-1"
            assert "campaign" not in self.keiro.call(self.token, "GET", path)
            browser.press("Change 2 links")
            assert "2 links changed." in browser.text(), browser.text()
            assert self.keiro.call(self.token, "GET", path)["campaign"] == {"utm_source": "mail"}
            browser.press("Undo")
            assert "The change was undone." in browser.text(), browser.text()

    def test_tags_are_chips(self):
        """Tags are chips over the field that they are typed in; one is taken off where it is seen."""
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/links/new")
        browser.fill("Tags", "one, two,three")
        chips = lambda: [chip.text for chip in browser.driver.find_elements(By.CSS_SELECTOR, ".chips button")]
        assert chips() == ["one ×", "two ×", "three ×"], chips()
        browser.press("two ×")
        assert browser.field("Tags").get_attribute("value") == "one, three", chips()

    def test_rules_with_script(self):
        self.rules(self.signed_in())

    def test_rules_without_script(self):
        self.rules(self.signed_in(script=False))

    @staticmethod
    def legend(browser, address=None):
        """What the columns of a chart stand for, on the page at an address."""
        if address:
            browser.open(address)
        return browser.looked_up(lambda: browser.driver.find_element(By.CSS_SELECTOR, ".chart .legend").text)

    def test_charts_told_apart(self):
        browser = self.signed_in()
        for page in ("/dashboard/", "/dashboard/links/asajikan.jp/recipe-007"):
            self.keiro.visit("asajikan.jp", "/s/recipe-007")
            browser.open(self.keiro.origin + page)
            browser.press("Platforms")
            assert "split=platform" in browser.path(), browser.path()
            # Visits are written down twice a second. An address with a fragment would not be loaded again.
            address = browser.driver.current_url.split("#")[0]
            self.wait(browser, lambda: "Windows" in self.legend(browser, address), "no platform has a column")
            browser.press("Outcomes")
            assert "Redirect" in self.legend(browser), self.legend(browser)
            browser.press("As a table")
            address = browser.driver.find_element(By.CSS_SELECTOR, "details.data a[download]").get_attribute("href")
            _, _, table = self.keiro.request(
                "GET", address[len(self.keiro.origin):], headers={"Cookie": self.keiro.sign_in(self.token)})
            heading = table.decode().split("\r\n")[0].split(",")
            assert heading[:3] == ["day", "clicks", "bots"] and "redirect" in heading, heading

    def test_a_period_of_two_dates(self):
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/")
        for name, date in (("from", "2026-01-05"), ("to", "2026-01-18")):
            field = browser.driver.find_element(By.NAME, name)
            browser.driver.execute_script("arguments[0].value = arguments[1]", field, date)
        browser.press("Show")
        assert "from=2026-01-05&to=2026-01-18" in browser.path(), browser.path()
        values = [browser.driver.find_element(By.NAME, name).get_attribute("value") for name in ("from", "to")]
        assert values == ["2026-01-05", "2026-01-18"], values
        assert "No clicks in this period." in browser.text(), browser.text()
        browser.press("Platforms")
        assert "from=2026-01-05&to=2026-01-18&split=platform" in browser.path(), browser.path()
        browser.open(self.keiro.origin + "/dashboard/?from=2026-01-18&to=2026-01-05")
        assert "These dates are not a period" in browser.text(), browser.text()

    def test_colours_of_ones_own(self):
        browser = self.signed_in()
        def paper():
            return browser.looked_up(
                lambda: browser.driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
        light = paper()
        browser.press("Dark")
        dark = paper()
        assert dark != light, dark
        browser.open(self.keiro.origin + "/dashboard/design")
        assert paper() == dark and browser.heading() == "Design"
        browser.press("Automatic")
        assert paper() == light

    def test_webhooks(self):
        keiro, receiver = self.keiro, Receiver()
        try:
            browser = self.signed_in()
            browser.open(keiro.origin + "/dashboard/webhooks")
            browser.fill("Address", "https://e.example/#part")
            browser.press("Create webhook")
            assert "fragment" in browser.text(), browser.text()
            browser.fill("Address", receiver.url)
            browser.tick("form.card", "A link was changed")
            browser.press("Create webhook")
            secret = browser.driver.find_element(By.ID, "secret").text
            assert secret.startswith("whsec_"), secret
            browser.open(keiro.origin + "/dashboard/webhooks")
            assert secret not in browser.driver.page_source
            browser.press(receiver.url)
            browser.press("Send a test")
            address = browser.driver.current_url
            self.reload_until(browser, address, "Delivered 2")
            browser.driver.find_element(By.CSS_SELECTOR, "details.data summary").click()
            assert '"type": "ping"' in browser.text(), browser.text()
            receiver.status = 500
            browser.press("Send a test")
            self.reload_until(browser, address, "Waiting 500")
            assert "Next attempt:" in browser.text()
            # Sent again, it arrives with the identifier that it had.
            known = receiver.requests[-1][0]["webhook-id"]
            receiver.status = 204
            count = len(receiver.requests)
            browser.driver.find_element(By.CSS_SELECTOR, "tbody tr button").click()
            keiro.until(lambda: len(receiver.requests) > count, "nothing was sent again")
            assert receiver.requests[-1][0]["webhook-id"] == known
            browser.open(address)
            browser.press("New secret")
            assert "whsec_" not in browser.text(), browser.text()
            browser.press("New secret", "main form")
            rotated = browser.driver.find_element(By.ID, "secret").text
            assert rotated.startswith("whsec_") and rotated != secret
            # All of it is changed in its page.
            browser.open(address)
            browser.fill("Description", "Kitchen")
            browser.press("Save changes")
            assert browser.heading() == "Kitchen", browser.text()
            browser.press("Switch off")
            assert "Switched off" in browser.text(), browser.text()
            browser.press("Undo")
            assert "The webhook was switched on." in browser.text(), browser.text()
            assert "Active" in browser.text()
            browser.press("Remove")
            browser.press("Remove", "main form")
            browser.expect_heading("Webhooks")
            assert receiver.url not in browser.text()
        finally:
            receiver.stop()

    def reload_until(self, browser, address, text):
        def there():
            browser.open(address)
            return text in browser.text()
        self.wait(browser, there, f"{text!r} does not come")

    def test_doctor(self):
        """What a look from outside found, and another look that a button asks for."""
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/")
        assert "1 failing check" in browser.text(), browser.text()
        browser.open(self.keiro.origin + "/dashboard/sites/asajikan.jp")
        part = browser.driver.find_element(By.ID, "doctor")
        assert "dns-addresses" in part.text and "the connection was refused" in part.text, part.text
        before = part.find_element(By.TAG_NAME, "time").get_attribute("datetime")
        time.sleep(1.1)  # Reports have their time to the second.
        browser.press("Check now asajikan.jp", "#doctor")
        self.wait(
            browser, lambda: browser.looked_up(lambda: browser.driver.find_element(
                By.CSS_SELECTOR, "#doctor time").get_attribute("datetime")) != before, "nobody has looked again")

    def test_roles(self):
        keiro = self.keiro
        keiro.run("people", "add", "Rita", "--role", "viewer")
        browser = self.signed_in()
        browser.open(keiro.origin + "/dashboard/people")
        def change():
            browser.press("Edit Rita", "tbody")
            browser.choose("Role", "Editor")
            browser.tick("form.card", "asajikan.jp")
            browser.press("Save changes")

        change()
        people = keiro.run("people", "list", "--json")
        assert '"editor"' in people and '"asajikan.jp"' in people, people
        browser.press("Undo")
        people = keiro.run("people", "list", "--json")
        assert '"viewer"' in people and '"asajikan.jp"' not in people, people
        change()
        browser.open(keiro.origin + "/dashboard/audit")
        assert "person changed" in browser.text(), browser.text()

    def test_refusals_lead_on(self):
        """People who may not see a page, or whose link is gone, are told what helps."""
        viewer = self.keiro.token("links:read", "Reader")
        for dark, language in ((False, "en"), (True, "ja")):
            browser = self.window(width=320, dark=dark, language=language)
            self.sign_in(browser, viewer)
            for page, said in (
                    ("people", {"en": "sign in with another token", "ja": "別のトークン"}),
                    ("links/asajikan.jp/never-made", {"en": "can be restored", "ja": "元に戻せます"})):
                browser.open(f"{self.keiro.origin}/dashboard/{page}")
                assert said[language] in browser.text(), browser.text()
                self.axe(browser)
                wide = browser.driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= 320, (page, wide)
        browser.press("削除済み", "main")
        browser.expect_heading("削除済み")
        assert browser.path().endswith("state=deleted"), browser.path()

    # Passkeys.

    def test_passkey(self):
        keiro = self.keiro
        url = keiro.run("people", "add", "Petra", "--role", "editor")
        browser = self.window(alone=True)
        options = VirtualAuthenticatorOptions()
        options.protocol = "ctap2"
        options.transport = "internal"
        options.has_resident_key = True
        options.has_user_verification = True
        options.is_user_verified = True
        browser.driver.add_virtual_authenticator(options)
        browser.open(url)
        browser.expect_heading("Welcome, Petra")
        browser.press("Create a passkey")
        self.wait(browser, lambda: browser.heading() == "Overview", "no passkey was made")
        assert "Petra" in browser.text() and "Editor" in browser.text()
        browser.press("Sign out")
        assert "was not accepted" not in browser.text(), "a refusal before anything was tried"
        browser.press("Sign in with a passkey")
        self.wait(browser, lambda: browser.heading() == "Overview", "the passkey did not sign in")
        # What was typed outlives the session, and a script sends it on after the passkey.
        browser.open(keiro.origin + "/dashboard/links/new")
        browser.fill("Destination URL", "https://asajikan.jp/article/1")
        browser.fill("Slug", "outlives")
        browser.driver.delete_all_cookies()
        browser.press("Create link")
        browser.expect_heading("Sign in")
        self.axe(browser)
        browser.press("Sign in with a passkey")
        self.wait(browser, lambda: browser.heading() == "Your form has not been lost", "the form is gone")
        self.axe(browser)
        browser.press("Create link")
        self.wait(browser, lambda: "The link was created." in browser.text(), "the form was not taken")
        browser.open(keiro.origin + "/dashboard/sessions")
        assert not browser.driver.find_elements(By.CSS_SELECTOR, "[value=remove-passkey]"), "the only passkey can go"
        # Another device of the same person.
        browser.driver.remove_virtual_authenticator()
        browser.driver.add_virtual_authenticator(options)
        browser.press("Add a passkey")
        removers = "[value=remove-passkey]"
        self.wait(
            browser, lambda: len(browser.driver.find_elements(By.CSS_SELECTOR, removers)) == 2, "no second passkey")
        browser.driver.find_elements(By.CSS_SELECTOR, removers)[0].click()
        self.wait(browser, lambda: browser.heading().startswith("Remove the passkey"), "nobody asks")
        browser.press("Remove", "main form")
        self.wait(browser, lambda: not browser.driver.find_elements(By.CSS_SELECTOR, removers), "no passkey went")
        other = self.window()
        other.open(url)
        assert other.heading() == "This address has already been used"
        keiro.run("people", "remove", "Petra")
        browser.open(keiro.origin + "/dashboard/links")
        browser.expect_heading("Sign in")
        browser.press("Sign in with a passkey")
        self.wait(browser, lambda: "The passkey was not accepted." in browser.text(), "a removed person came in")

    def test_passkeys_of_related_origins(self):
        """One host makes passkeys of another, as far as the other's document names it (WebAuthn, 5.11)."""
        account, shop, stranger = "account.example", "shop.example", "stranger.example"
        folder = self.scratch / "related"
        folder.mkdir()
        keiro = Keiro(self.keiro.binary, folder)
        configuration = {
            "server": {
                "listen": [f"tls:127.0.0.1:{keiro.port}"], "management": [f"127.0.0.1:{keiro.management}"],
                "tls": {"certificates": [certificate(folder, account, shop, stranger)]}},
            "store": {"memory": True},
            "sites": [
                {"hosts": [account], "webauthn": {"origins": [f"https://{shop}"]}},
                {"hosts": [shop]}, {"hosts": [stranger]}],
        }
        (folder / "keiro.json").write_text(json.dumps(configuration))
        keiro.start()
        try:
            browser = self.window(alone=True, arguments=(
                f"--host-resolver-rules=MAP * 127.0.0.1:{keiro.port}", "--ignore-certificate-errors"))
            options = VirtualAuthenticatorOptions()
            options.protocol, options.transport = "ctap2", "internal"
            options.has_resident_key = options.has_user_verification = options.is_user_verified = True
            browser.driver.add_virtual_authenticator(options)

            def passkey(host):
                browser.open(f"https://{host}/")
                return browser.driver.execute_async_script(
                    """
                    const done = arguments[arguments.length - 1];
                    const bytes = new Uint8Array(16);
                    navigator.credentials.create({publicKey: {
                      rp: {id: arguments[0], name: "Account"}, challenge: bytes,
                      user: {id: bytes, name: "anna", displayName: "Anna"},
                      pubKeyCredParams: [{type: "public-key", alg: -7}],
                    }}).then(made => done(made.type), error => done(error.name));
                    """, account)

            assert passkey(account) == "public-key", "the host itself has no passkeys"
            assert passkey(shop) == "public-key", "the origin that is named has no passkeys"
            assert passkey(stranger) == "SecurityError", "an origin that is not named has passkeys"
        finally:
            keiro.stop()

    # A provider.

    def test_provider(self):
        browser = self.window()

        def come(behaviour=""):
            self.provider.behaviour = behaviour
            browser.driver.delete_all_cookies()
            browser.open(self.keiro.origin + "/dashboard/sign-in?next=/dashboard/links")
            browser.press("Sign in with Login")

        come()
        assert browser.path() == "dashboard/links", browser.text()
        assert "Olga" in browser.text() and "Editor" in browser.text()
        for behaviour in ("state", "nonce", "audience", "expired", "issuer", "signature", "none",
                          "secret"):
            come(behaviour)
            browser.expect_heading("Sign in")
            assert browser.driver.find_elements(By.CSS_SELECTOR, ".fault"), behaviour
            browser.open(self.keiro.origin + "/dashboard/links")
            browser.expect_heading("Sign in")
        assert "/token, of a provider, answers 401: invalid_client" in (
            self.keiro.folder / "serve.log").read_text()
        self.provider.rotate()
        come()
        assert browser.path() == "dashboard/links", browser.text()
        self.provider.claims["groups"] = ["viewers"]
        come()
        assert "Viewer" in browser.text()
        self.provider.claims["groups"] = ["nobody"]
        come()
        assert "not given you a role" in browser.text(), browser.text()
        # The answer of one browser is worth nothing in another.
        self.provider.claims["groups"] = ["editors"]
        self.provider.behaviour = ""
        status, headers, _ = self.keiro.request("GET", "/dashboard/oidc/Login")
        assert status == 303, status
        status, _, _ = self.keiro.request("GET", "/dashboard/oidc/Login?code=x&state=y")
        assert status == 403, status

    # How it looks and reads.

    PAGES = [
        "/dashboard/", "/dashboard/links", "/dashboard/links/new", "/dashboard/links/asajikan.jp/recipe-001?edit",
        "/dashboard/links/paste", "/dashboard/templates", "/dashboard/import", "/dashboard/sites",
        "/dashboard/sites/asajikan.jp?url=https%3A%2F%2Fasajikan.jp%2Farticle%2F7", "/dashboard/tokens",
        "/dashboard/people", "/dashboard/webhooks", "/dashboard/sessions", "/dashboard/audit",
        "/dashboard/status", "/dashboard/design", "/dashboard/help", "/dashboard/zone", "/dashboard/nothing",
        "/dashboard/links?search=nothing-like-this", "/dashboard/links?tag=qr&state=active&sort=clicks",
        "/dashboard/?top=campaign&period=7d", "/dashboard/webhooks/{webhook}",
        "/dashboard/links/asajikan.jp/left-behind", "/dashboard/links/asajikan.jp/left-behind?version=1",
        "/dashboard/links?done=link-deleted&link=asajikan.jp%2Fleft-behind", "/dashboard/join?code=nonsense",
    ]

    def pages_of_all_kinds(self):
        """The addresses of pages, after there is a deleted link with versions."""
        path = "/v1/links/asajikan.jp/left-behind"
        self.keiro.call(self.token, "POST", "/v1/links", {
            "host": "asajikan.jp", "slug": "left-behind", "url": "https://asajikan.jp/article/1"})
        self.keiro.call(self.token, "DELETE", path)
        return [page.format(webhook=self.webhook) for page in self.PAGES]

    def axe(self, browser):
        """Nothing keeps people from using the page in the state that it is in; axe-core needs script."""
        script = accessibility.script()
        if script is not None and browser.script:
            findings = accessibility.findings(browser.driver, script)
            assert findings == [], (browser.path(), findings)

    def test_accessible_in_both_schemes(self):
        script = accessibility.script()
        if script is None:
            print("skipped: the Python package index cannot be reached, so axe-core is missing", flush=True)
            return
        pages = self.pages_of_all_kinds()
        for dark, language in ((False, "en"), (True, "en"), (False, "ja")):
            browser = self.window(dark=dark, language=language)
            browser.open(self.keiro.origin + "/dashboard/sign-in")
            findings = accessibility.findings(browser.driver, script)
            assert findings == [], ("sign-in", findings)
            self.sign_in(browser)
            for page in pages:
                browser.open(self.keiro.origin + page)
                findings = accessibility.findings(browser.driver, script)
                assert findings == [], (page, "dark" if dark else "light", findings)
            self.expect_no_complaints(browser, "status of 4")

    def test_fits_the_smallest_window(self):
        browser = self.signed_in(width=320)
        for page in self.pages_of_all_kinds():
            browser.open(self.keiro.origin + page)
            wide = browser.driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= 320, (page, wide)

    def test_tables_hide_nothing(self):
        """A table shows each of its columns without being scrolled, at every width."""
        long = "W" * 60
        self.keiro.run("tokens", "create", "--scope", "links:read", "--name", long, "--expires", "90d")
        self.keiro.run("people", "add", long, "--role", "editor")
        path = "/links/asajikan.jp/unbroken"
        link = {"host": "asajikan.jp", "slug": "unbroken", "url": "https://asajikan.jp/" + long * 5}
        self.keiro.call(self.token, "POST", "/v1/links", link)
        self.keiro.call(self.token, "PATCH", "/v1" + path, {"name": long, "url": link["url"] + long})
        browser = self.signed_in()
        found = []
        for page in [*self.pages_of_all_kinds(), f"/dashboard{path}?version=1"]:
            browser.open(self.keiro.origin + page)
            for width in (320, 720, 768, 960, 1024, 1280):
                browser.resize(width)
                found += [(page, width, beyond) for beyond in browser.driver.execute_script(
                    "return [...document.querySelectorAll('.rows')].filter((e) => e.scrollWidth > e.clientWidth + 1)"
                    ".map((e) => e.scrollWidth - e.clientWidth)")]
        assert found == [], found

    def test_paper_shows_what_is_read(self):
        """On paper columns have their names, and nothing that is pressed is left."""
        browser = self.signed_in()
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        for page in self.pages_of_all_kinds():
            browser.open(self.keiro.origin + page)
            heads, pressed = browser.driver.execute_script(
                "const seen = (e) => e.checkVisibility();"
                "const heads = [...document.querySelectorAll('thead th:not(.unseen)')].filter(seen);"
                "return [heads.filter((e) => e.textContent.trim() && !e.innerText.trim()).length,"
                " [...document.querySelectorAll('main button, .tick')].filter(seen)"
                ".filter((e) => !e.closest('thead')).length]")
            assert (heads, pressed) == (0, 0), (page, heads, pressed)

    def test_fits_with_text_of_twice_the_size(self):
        browser = self.signed_in(width=320, text=32)
        size = browser.driver.execute_script("return getComputedStyle(document.documentElement).fontSize")
        assert size == "32px", size
        found = []
        for page in self.pages_of_all_kinds():
            browser.open(self.keiro.origin + page)
            wide = browser.driver.execute_script("return document.documentElement.scrollWidth")
            if wide > 320:
                found.append((page, wide))
        assert found == [], found

    def test_first_minutes(self):
        for number, (language, script) in enumerate((("en", True), ("ja", True), ("en", False), ("ja", False))):
            keiro, token = empty_keiro(self.keiro.binary, self.scratch / f"empty-{number}")
            try:
                browser = self.window(language=language, script=script)
                flows.first_minutes(
                    browser, keiro, token, flows.FIRST_WORDS[language],
                    lambda condition, what: self.wait(browser, condition, what))
                self.expect_no_complaints(browser)
            finally:
                keiro.stop()

    def test_everyday_work_by_keys_alone(self):
        for script in (True, False):
            hand = flows.KeyHand(self.signed_in(script=script))
            flows.by_keys_alone(hand, f"keyed-{script}".lower())
            print(f"     {hand.tabs} tabs", flush=True)

    def test_deleted_links_are_searched(self):
        """The list of deleted links follows its search, with script, and is filtered by its button without."""
        for number in range(3):
            slug = f"gone-{number}"
            self.keiro.call(self.token, "POST", "/v1/links", {
                "host": "asajikan.jp", "slug": slug, "url": "https://asajikan.jp/article/1", "tags": ["gone"]})
            self.keiro.call(self.token, "DELETE", f"/v1/links/asajikan.jp/{slug}")
        for script in (True, False):
            browser = self.signed_in(script=script)
            browser.open(self.keiro.origin + "/dashboard/links?state=deleted")
            rows = lambda: [e.text for e in browser.driver.find_elements(By.CSS_SELECTOR, "#found tbody th")]
            browser.fill("Search", "tag:gone gone-1")
            if not script:
                browser.press("Show")
            self.wait(browser, lambda: browser.looked_up(rows) == ["asajikan.jp/s/gone-1"], "nothing follows")
            assert "state=deleted" in browser.path(), browser.path()
            if script:
                heard = browser.driver.find_element(By.ID, "heard").get_attribute("textContent")
                assert heard == "1 link", heard

    def test_tab_order(self):
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/links/new")
        name = lambda: (browser.driver.switch_to.active_element.get_attribute("name")
                        or browser.driver.switch_to.active_element.text)
        # A form is typed into at once.
        seen = [name()]
        for _ in range(60):
            browser.driver.switch_to.active_element.send_keys(Keys.TAB)
            seen.append(name())
        order = [seen.index(name) for name in ("url", "host", "slug", "name", "tags", "Time and limits", "Create link",
                                               "Skip to the content", "Overview") if name in seen]
        assert seen[0] == "url" and len(order) == 9 and order == sorted(order), seen
        # What is refused is where the reader goes on.
        browser.open(self.keiro.origin + "/dashboard/links/new")
        browser.fill("Destination URL", "https://asajikan.jp/article/5")
        browser.fill("Slug", "a b")
        browser.press("Create link")
        assert name() == "slug" and browser.driver.title.startswith("Not saved: "), (name(), browser.driver.title)
        fault = browser.driver.switch_to.active_element.get_attribute("aria-describedby").split()[0]
        assert "a b" in browser.driver.find_element(By.ID, fault).text, fault
        self.expect_no_complaints(browser, "status of 4")

    def test_keys(self):
        browser = self.signed_in()
        browser.driver.find_element(By.TAG_NAME, "body").send_keys("n")
        self.wait(browser, lambda: browser.heading() == "New link", "the key n does nothing")
        browser.field("Slug").send_keys("gl/n")
        assert "asajikan.jp/s/gl/n" in browser.driver.find_element(By.ID, "preview").text
        browser.driver.find_element(By.TAG_NAME, "h1").click()
        browser.driver.find_element(By.TAG_NAME, "body").send_keys("gl")
        self.wait(browser, lambda: browser.heading() == "Links", "the keys g l do nothing")

    def test_palette(self):
        """Control and K lead to pages by their names and to links as they are searched, by keys alone."""
        browser = self.signed_in()
        body = browser.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.CONTROL, "k")
        field = browser.driver.find_element(By.CSS_SELECTOR, "#palette input")
        self.wait(browser, field.is_displayed, "control and K open nothing")
        options = lambda: [e.text for e in browser.driver.find_elements(By.CSS_SELECTOR, "#palette [role=option]")]
        assert options()[:3] == ["Overview", "Status", "Links"], options()
        script = accessibility.script()
        if script is not None:
            findings = accessibility.findings(browser.driver, script)
            assert findings == [], findings
        field.send_keys("web")
        # Enter that ends a word of an input method chooses nothing.
        browser.driver.execute_script(
            "arguments[0].dispatchEvent(new KeyboardEvent('keydown', "
            "{key: 'Enter', isComposing: true, bubbles: true, cancelable: true}))", field)
        assert field.is_displayed() and browser.heading() == "Overview", browser.heading()
        field.send_keys(Keys.ENTER)
        self.wait(browser, lambda: browser.heading() == "Webhooks", "the palette leads to no page")
        browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.CONTROL, "k")
        field = browser.driver.find_element(By.CSS_SELECTOR, "#palette input")
        field.send_keys("spring-0")
        self.wait(browser, lambda: any("/s/spring-0" in text for text in options()), f"no links are found: {options()}")
        assert all("/spring-0" in text for text in options()), f"more than links is found: {options()}"
        field.send_keys(Keys.ARROW_DOWN, Keys.ARROW_UP)
        chosen = browser.driver.find_element(By.CSS_SELECTOR, "#palette [aria-selected=true]")
        assert field.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
        field.send_keys(Keys.ESCAPE)
        self.wait(browser, lambda: not field.is_displayed(), "escape closes nothing")

    def test_palette_does_things(self):
        """What is no page of the navigation is found as well, and so is the way out; nothing found is said."""
        browser = self.signed_in()

        def typed(text):
            browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.CONTROL, "k")
            field = browser.driver.find_element(By.CSS_SELECTOR, "#palette input")
            field.send_keys(text)
            return field

        status = lambda: browser.driver.find_element(By.CSS_SELECTOR, "#palette [role=status]").text
        field = typed("nothing-like-this")
        self.wait(browser, lambda: status() == "No result", "nothing is said")
        self.axe(browser)
        field.clear()
        field.send_keys("new li")
        self.wait(browser, lambda: status() == "", "the word of nothing stays")
        field.send_keys(Keys.ESCAPE)
        for text, heading in (("new li", "New link"), ("time z", "Time zone"), ("sign o", "Sign in")):
            typed(text).send_keys(Keys.ENTER)
            self.wait(browser, lambda: browser.heading() == heading, text)
        browser.open(self.keiro.origin + "/dashboard/links")
        browser.expect_heading("Sign in")

    def test_tips_of_the_map_name_countries(self):
        for language, tip in (("en", "Japan: 40"), ("ja", "日本：40")):
            browser = self.signed_in(language=language)
            browser.open(self.keiro.origin + "/dashboard/design")
            tips = browser.driver.execute_script(
                "return [...document.querySelectorAll('.map title')].map((title) => title.textContent)")
            assert tip in tips, tips

    def test_list_follows_the_search(self):
        """What is typed is found without a button; what is found can be ticked, copied and exported."""
        browser = self.signed_in()
        browser.open(self.keiro.origin + "/dashboard/links")
        rows = lambda: browser.driver.execute_script(
            "return [...document.querySelectorAll('#found .bulk tbody tr')].map((row) => row.innerText)")
        assert len(rows()) > 10, rows()
        browser.fill("Search", "recipe-00")
        self.wait(browser, lambda: rows() and all("recipe-00" in row for row in rows()), "nothing follows")
        assert "search=recipe-00" in browser.path(), browser.path()
        heard = browser.driver.find_element(By.ID, "heard").get_attribute("textContent")
        assert heard == browser.driver.find_element(By.ID, "count").text, heard
        exported = browser.driver.find_element(By.CSS_SELECTOR, "#export a").get_attribute("href")
        assert "search=recipe-00" in exported, exported
        browser.driver.find_element(By.CSS_SELECTOR, "#found th.tick input").click()
        ticked = browser.driver.find_elements(By.CSS_SELECTOR, "#found [name=link]:checked")
        assert len(ticked) == len(rows()), len(ticked)
        assert browser.driver.find_element(By.CSS_SELECTOR, "#found [data-copy]").is_displayed()
        found = lambda: browser.driver.find_element(By.ID, "found").text
        exports = lambda: browser.driver.find_elements(By.CSS_SELECTOR, "#export a")
        browser.fill("Search", "host:*")
        self.wait(browser, lambda: "is not a host" in found() and not exports(), "no word of a host that is none")
        browser.fill("Search", "is:deleted")
        self.wait(browser, lambda: "No link was deleted" in found() or "Restore" in found(), "no deleted links")
        assert not exports(), exports()
        browser.fill("Search", "Tag：recipe")
        self.wait(browser, lambda: rows() and all("recipe" in row for row in rows()) and exports(), "nothing comes back")
        browser.fill("Search", "nothing-like-this")
        self.wait(browser, lambda: not rows() and browser.driver.find_elements(By.CSS_SELECTOR, "#found .empty"),
                  "no word of nothing")
        browser.driver.refresh()
        assert browser.field("Search").get_attribute("value") == "nothing-like-this"
        self.expect_no_complaints(browser, "status of 4")

    def test_time_zone(self):
        """Times are those of the browser's zone, until another is chosen, and typed as they are shown."""
        path = "/v1/links/asajikan.jp/timely"
        self.keiro.call(self.token, "POST", "/v1/links", {
            "host": "asajikan.jp", "slug": "timely", "url": "https://asajikan.jp/article/1",
            "expires": "2030-12-31T15:00:00Z"})
        browser = self.window()
        browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
        self.sign_in(browser)
        address = self.keiro.origin + "/dashboard/links/asajikan.jp/timely"
        browser.open(address)
        assert "2031-01-01 00:00 JST" in browser.text(), browser.text()
        browser.open(address + "?edit")
        # What is set stands open.
        expires = browser.field("Expires")
        assert expires.get_attribute("value") == "2031-01-01T00:00", expires.get_attribute("value")
        browser.press("Save changes")
        assert self.keiro.call(self.token, "GET", path)["expires"] == "2030-12-31T15:00:00Z"
        # A form keeps the zone that it was shown in.
        browser.open(address + "?edit")
        form = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
        browser.open(address)
        browser.press("Time zone")
        browser.choose("Time zone", "America/New_York")
        browser.press("Use this time zone")
        assert browser.path() == "dashboard/links/asajikan.jp/timely", browser.path()
        assert "2030-12-31 10:00 EST" in browser.text(), browser.text()
        browser.driver.close()
        browser.driver.switch_to.window(form)
        browser.press("Save changes")
        assert self.keiro.call(self.token, "GET", path)["expires"] == "2030-12-31T15:00:00Z"
        browser.open(self.keiro.origin + "/dashboard/?period=24h")
        assert "Clicks by hour (America/New_York)" in browser.text(), browser.text()
        # Where the browser goes, the zone follows with the next page.
        browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Berlin"})
        for _ in range(2):
            browser.open(self.keiro.origin + "/dashboard/?period=24h")
        assert "Clicks by hour (Europe/Berlin)" in browser.text(), browser.text()
        plain = self.signed_in(script=False)
        plain.open(address)
        assert "2030-12-31 15:00 UTC" in plain.text(), plain.text()
        self.expect_no_complaints(browser)

    def test_steps_of_everyday_tasks(self):
        """Each task begins at the overview; none takes more steps than it did."""
        self.keiro.call(self.token, "POST", "/v1/links", {
            "host": "asajikan.jp", "slug": "campaigned", "url": "https://asajikan.jp/article/1",
            "campaign": {"utm_campaign": "autumn"}})
        self.keiro.call(self.token, "POST", "/v1/templates", {
            "name": "Newsletter", "campaign": {"utm_source": "mail", "utm_medium": "newsletter"}})
        for slug in ("clicked", "changed", "coded", "explained", "ruled"):
            self.keiro.call(self.token, "POST", "/v1/links", {
                "host": "asajikan.jp", "slug": f"task-{slug}", "url": "https://asajikan.jp/article/1"})
        self.keiro.visit("asajikan.jp", "/s/campaigned")
        browser = self.signed_in()
        browser.driver.execute_cdp_cmd("Browser.grantPermissions", {
            "origin": self.keiro.origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.wait(browser, lambda: self.campaigns_counted(browser), "the visit is not counted")
        for name, task, most, elsewhere in tasks.TASKS:
            browser.open(self.keiro.origin + "/dashboard/")
            steps = tasks.Steps(browser)
            assert task(steps, self), f"{name}: {browser.path()} {browser.text()[:600]}"
            beside = f" ({elsewhere})" if elsewhere else ""
            print(f"     {steps.count} to {name}{beside}", flush=True)
            assert steps.count <= most, (name, steps.count, most)

    def campaigns_counted(self, browser):
        browser.open(self.keiro.origin + "/dashboard/?top=campaign")
        return browser.driver.find_elements(By.CSS_SELECTOR, "table.bars th a[href*='campaigns/autumn']")

    def test_japanese(self):
        browser = self.window(language="ja")
        browser.open(self.keiro.origin + "/dashboard/sign-in")
        browser.expect_heading("サインイン")
        self.sign_in(browser)
        browser.expect_heading("概要")
        browser.open(self.keiro.origin + "/dashboard/links/new")
        browser.fill("リンク先 URL", "javascript:alert(1)")
        browser.fill("スラッグ", "a b")
        browser.press("リンクを作成")
        text = browser.text()
        assert "「javascript:alert(1)」はリンク先になりません。http または https の URL を入力してください。" in text, text
        assert "「a b」はスラッグになりません。使えるのは文字、数字、絵文字" in text, text
        browser.open(self.keiro.origin + "/dashboard/")
        browser.press("English")
        browser.expect_heading("Overview")

    # Attacks.

    def test_destinations_are_what_the_browser_sends(self):
        """What is stored for an address leads where the browser goes for the address itself."""
        hosts = [
            "example.com", "EXAMPLE.com", "bücher.example", "straße.example", "例え.jp", "пример.рф", "faß.de",
            "β.example", "日本語。jp", "mu\u0308nchen.de", "127.0.0.1", "0x7f.1", "[2001:db8::1]", "a_b.example",
        ]
        marks = ["a", "Z", "7", "/", "ü", "日", "⚡", " ", '"', "<", ">", "^", "`", "{", "}", "|", "\\", "+", "%",
                 "%41", "%c3%bc", "%2F", "..", ".", "=", "&", ";", "'", "\u00ad", "\u202e"]
        dice = random.Random(20261129)
        addresses = [f"https://{host}/x" for host in hosts]
        while len(addresses) < 200:
            def text():
                return "".join(dice.choices(marks, k=dice.randint(0, 9))).rstrip()
            port = dice.choice(["", "", ":8443", ":443", ":"])
            query = dice.choice(["", "?" + text()])
            fragment = dice.choice(["", "#" + text()])
            addresses.append(f"https://{dice.choice(hosts)}{port}/{text()}{query}{fragment}")
        window = self.window()
        window.open(self.keiro.origin + "/dashboard/sign-in")
        for number, address in enumerate(addresses):
            body = json.dumps({"host": "go.example.com", "slug": f"sent-{number}", "url": address}).encode()
            status, _, answer = self.keiro.request(
                "POST", "/v1/links", body, {"Authorization": f"Bearer {self.token}"})
            if b"%7B" in answer and status == 422:
                continue  # Braces around a name are a mistake until proven otherwise.
            assert status == 201, (address, answer)
            stored = json.loads(answer)["url"]
            assert re.fullmatch(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+", stored), stored
            # Browsers leave some characters of queries and fragments alone that no URI may contain.
            sent, meant = window.driver.execute_script("""
              return arguments[0].map(text => new URL(text).href
                .replace(/[\\^`{|}\\\\<>" ]/g, encodeURIComponent).replace(/%(?![0-9a-f]{2})/gi, "%25"))
              """, [stored, address])
            assert sent == meant, (address, stored)

    def test_attacks(self):
        keiro = self.keiro
        cookie = keiro.sign_in(self.token)
        link = {"url": "https://asajikan.jp/article/1", "host": "asajikan.jp", "slug": "attack"}
        for headers in (
            {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": keiro.origin + ".evil.example"},
            {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
            {"Origin": "null", "Sec-Fetch-Site": "same-site"},
        ):
            assert keiro.form("/dashboard/links/new", link, cookie, headers)[0] == 403, headers
        status, _, _ = keiro.request(
            "POST", "/dashboard/links/new", "url=x",
            {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"})
        assert status == 403, "without an Origin"
        assert keiro.request("GET", "/v1/links/asajikan.jp/attack",
                             headers={"Authorization": f"Bearer {self.token}"})[0] == 404
        # A session that was planted is not the one that begins.
        planted = "keiro=" + "A" * 43
        status, headers, _ = keiro.form("/dashboard/sign-in", {"token": self.token}, planted)
        assert status == 303 and planted not in headers["Set-Cookie"]
        assert "HttpOnly" in headers["Set-Cookie"] and "SameSite=Lax" in headers["Set-Cookie"]
        assert keiro.request("GET", "/dashboard/links", headers={"Cookie": planted})[0] == 303
        # A cookie that was stolen is worth nothing after signing out.
        assert keiro.request("GET", "/dashboard/links", headers={"Cookie": cookie})[0] == 200
        assert keiro.form("/dashboard/sign-out", {}, cookie)[0] == 303
        assert keiro.request("GET", "/dashboard/links", headers={"Cookie": cookie})[0] == 303
        # A viewer changes nothing.
        viewer = keiro.sign_in(keiro.token("links:read", "Viewer"))
        assert keiro.form("/dashboard/links/new", link, viewer)[0] == 403
        assert keiro.form("/dashboard/links", {"action": "delete", "link": "asajikan.jp/x-005", "confirmed": "yes"},
                          viewer)[0] == 403
        for page in ("tokens", "people", "audit"):
            assert keiro.request("GET", f"/dashboard/{page}", headers={"Cookie": viewer})[0] == 403, page
        # No frame may hold the pages, and nobody is led away.
        status, headers, _ = keiro.request("GET", "/dashboard/sign-in")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        for target in ("//evil.example", "https://evil.example", "/dashboard/../v1", "/dashboard/\\evil"):
            status, headers, _ = keiro.form("/dashboard/sign-in", {"token": self.token, "next": target})
            assert status == 303 and headers["Location"].startswith("/dashboard/"), headers["Location"]

    def test_ten_thousand_wrong_sign_ins(self):
        """Last, since this machine is locked out for a while."""
        counts = {}
        began = time.monotonic()
        for number in range(10_000):
            status, _, _ = self.keiro.form("/dashboard/sign-in", {"token": f"keiro_{number:043}"})
            counts[status] = counts.get(status, 0) + 1
        assert set(counts) <= {403, 429} and counts[403] <= 60 + (time.monotonic() - began) / 2, counts
        # One try more comes back every three seconds, which may be now: a wrong token uses it up.
        tries = [self.keiro.form("/dashboard/sign-in", {"token": token})[0]
                 for token in (self.token, "keiro_wrong", self.token)]
        assert 429 in (tries[0], tries[2]), tries
        assert self.keiro.request("GET", "/readyz")[0] == 200


def main(binary, names):
    failed = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        tests = Tests(binary, scratch)
        try:
            for name in [name for name in vars(Tests) if name.startswith("test_")]:
                if names and name not in names:
                    continue
                began = time.monotonic()
                has_passed = False
                try:
                    getattr(tests, name)()
                    has_passed = True
                    print(f"ok - {name[5:].replace('_', ' ')} ({time.monotonic() - began:.1f} s)", flush=True)
                except Exception:  # noqa: BLE001: a test may fail in any way
                    failed += 1
                    print(f"not ok - {name[5:].replace('_', ' ')}", flush=True)
                    traceback.print_exc()
                finally:
                    tests.end_windows(has_passed)
        finally:
            tests.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
