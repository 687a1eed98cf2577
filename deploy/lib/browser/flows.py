"""What people do in a row: the first minutes of an empty Keiro, and everyday work by keys alone."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# The words on the way, in each language.
FIRST_WORDS = {
    "en": {
        "overview": "Overview", "first": "First steps", "new": "New link", "url": "Destination URL",
        "create": "Create link", "made": "The link was created.", "done": "Done", "clicks": "Clicks", "copy": "Copy",
        "people": "People", "name": "Name", "add": "Add person",
    },
    "ja": {
        "overview": "概要", "first": "はじめに", "new": "新しいリンク", "url": "リンク先 URL",
        "create": "リンクを作成", "made": "リンクを作成しました。", "done": "完了", "clicks": "クリック", "copy": "コピー",
        "people": "メンバー", "name": "名前", "add": "メンバーを追加",
    },
}


def first_minutes(browser, keiro, token, words, until):
    """From the sign-in of an empty Keiro to a link with a click and an invited colleague.

    `until` is called with a condition and what is wrong if it does not come true.
    """
    browser.open(keiro.origin + "/dashboard/")
    browser.submit("token", token)
    browser.expect_heading(words["overview"])
    text = browser.text()
    assert words["first"] in text, text
    # Nothing to choose a period of, and nothing that has gone wrong.
    assert not browser.driver.find_elements(By.CSS_SELECTOR, "main input[type=date], .notice"), text
    browser.press(words["new"], ".steps")
    browser.fill(words["url"], "https://www.example.com/sale")
    browser.press(words["create"])
    assert words["made"] in browser.text(), browser.text()
    short = browser.driver.find_element(By.CSS_SELECTOR, ".short").text
    assert browser.driver.find_element(By.CSS_SELECTOR, ".qr img").is_displayed()
    copies = [e.is_displayed() for e in browser.driver.find_elements(By.CSS_SELECTOR, ".copy [data-copy]")]
    assert copies == [browser.script], copies
    browser.press(words["overview"])
    text = browser.text()
    assert words["done"] in text and browser.driver.find_elements(By.CSS_SELECTOR, "main input[type=date]"), text
    assert keiro.visit("go.example.com", short.removeprefix("https://go.example.com")) == 302, short

    def is_counted():
        browser.driver.refresh()
        figures = browser.driver.find_elements(By.CSS_SELECTOR, ".figures div")
        return any(f.text.split("\n")[:2] == [words["clicks"], "1"] for f in figures)

    until(is_counted, "the click is not counted")
    browser.press(words["people"], ".steps")
    browser.fill(words["name"], "Hanako")
    browser.press(words["add"])
    text = browser.text()
    assert "Hanako" in text and "/dashboard/join?code=" in text, text


class KeyHand:
    """A person with a keyboard and nothing else."""

    # Enough for the longest page.
    MOST_TABS = 150

    def __init__(self, browser):
        self.browser = browser
        self.tabs = 0

    @property
    def focused(self):
        return self.browser.driver.switch_to.active_element

    def type(self, *keys):
        self.focused.send_keys(*keys)

    def reach(self, name):
        """Tabs to what has a name, unless it has the focus; it has to be in sight there, with nothing above it."""
        for tabs in range(self.MOST_TABS):
            if tabs:
                self.focused.send_keys(Keys.TAB)
                self.tabs += 1
            found, is_seen = self.browser.driver.execute_script(
                """
                const here = document.activeElement;
                const label = here.labels && here.labels.length ? here.labels[0] : here;
                const said = label.textContent.trim().replace(/\\s+/g, " ");
                const box = here.getBoundingClientRect();
                const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 8));
                return [said, here.matches(":focus-visible") && (here === top || here.contains(top))];
                """)
            if found == name:
                assert is_seen, f"{name!r} has the focus and is not seen"
                return
        raise AssertionError(f"no key leads to {name!r} at {self.browser.path()}")

    def press(self, name):
        self.reach(name)
        self.enter()

    def enter(self):
        page = self.browser.driver.find_element(By.TAG_NAME, "html")
        self.type(Keys.ENTER)
        self.browser.settle(page, 15)

    def expect(self, text):
        assert text in self.browser.text(), (text, self.browser.text())


def by_keys_alone(hand, slug):
    """A link is made, edited, archived, taken back, deleted and restored, from the overview on."""
    hand.press("New link")
    hand.reach("Destination URL")
    hand.type("https://asajikan.jp/article/90")
    hand.reach("Slug")
    hand.type(slug)
    hand.enter()
    hand.expect("The link was created.")
    hand.press("Edit")
    hand.reach("Name")
    hand.type("By keys")
    hand.enter()
    hand.expect("The link was saved.")
    hand.press("Archive")
    hand.expect("The link was archived")
    hand.press("Undo")
    hand.expect("The change was undone.")
    hand.press("Delete")
    hand.press("Delete")
    hand.expect("The link was deleted.")
    hand.press("Deleted")
    hand.press(f"Restore asajikan.jp/s/{slug}")
    hand.browser.expect_heading("By keys")
