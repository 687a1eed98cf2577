"""Everyday tasks from the overview to their end, step by step.

A step is a press, a field filled in, a choice, or a key. What other services need is counted in the same
way from what is written about them, where it is written down; the comments beside `TASKS` name the steps
and the address. Most tasks have no counterpart whose steps are written down.
"""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class Steps:
    """A browser that counts what is done with it."""

    def __init__(self, browser):
        self.browser = browser
        self.count = 0

    def press(self, name, within="body"):
        self.count += 1
        self.browser.press(name, within)

    def fill(self, label, text):
        self.count += 1
        self.browser.fill(label, text)

    def choose(self, label, text):
        self.count += 1
        self.browser.choose(label, text)

    def click(self, selector):
        self.count += 1
        self.browser.looked_up(lambda: self.browser.driver.find_element(By.CSS_SELECTOR, selector).click())

    def file(self, path):
        """Choosing one is a press, a choice and a press in a window of the system: one step here."""
        self.count += 1
        self.browser.driver.find_element(By.ID, "file").send_keys(str(path))

    def find(self, text):
        """The palette: its keys, what is typed, Enter."""
        self.count += 3
        driver = self.browser.driver
        driver.find_element(By.TAG_NAME, "body").send_keys(Keys.CONTROL, "k")
        field = driver.find_element(By.CSS_SELECTOR, "#palette input")
        field.send_keys(text)
        options = "#palette [role=option]"
        for _ in range(200):
            found = self.browser.looked_up(lambda: [e.text for e in driver.find_elements(By.CSS_SELECTOR, options)])
            if found and text in found[0]:
                break
            self.browser.driver.execute_async_script("setTimeout(arguments[0], 20)")
        else:
            raise AssertionError(f"{text!r} is not found")
        page = driver.find_element(By.TAG_NAME, "html")
        field.send_keys(Keys.ENTER)
        self.browser.settle(page, 5)


def make_and_copy(steps, _):
    steps.press("New link")
    steps.fill("Destination URL", "https://asajikan.jp/article/77")
    steps.press("Create link")
    steps.press("Copy")
    # Screen readers hear of it.
    told = steps.browser.driver.find_element(By.ID, "told").get_attribute("textContent")
    return told == "Copied" and "The link was created." in steps.browser.text()


def make_with_campaign(steps, _):
    steps.press("New link")
    steps.fill("Destination URL", "https://asajikan.jp/article/78")
    steps.press("Campaign")
    steps.fill("Source (utm_source)", "mail")
    steps.fill("Medium (utm_medium)", "newsletter")
    steps.fill("Campaign name (utm_campaign)", "autumn")
    steps.press("Create link")
    return "The link was created." in steps.browser.text()


def make_with_template(steps, _):
    steps.press("New link")
    steps.fill("Destination URL", "https://asajikan.jp/article/82")
    steps.press("Newsletter")
    steps.press("Create link")
    return "The link was created." in steps.browser.text() and "utm_source=mail" in steps.browser.text()


def add_rule(steps, _):
    steps.find("task-ruled")
    steps.count = 0
    steps.press("Add a rule")
    steps.count += 1
    steps.browser.put("[id='rules-0--url']", "https://asajikan.jp/article/83")
    steps.count += 1
    steps.browser.tick("fieldset.rule", "iPhone")
    steps.press("Save changes")
    return "The link was saved." in steps.browser.text() and "article/83" in steps.browser.text()


def add_to_campaign(steps, _):
    steps.press("Campaigns")
    steps.click("table.bars th a")
    steps.press("New link")
    steps.fill("Destination URL", "https://asajikan.jp/article/81")
    steps.press("Create link")
    return "The link was created." in steps.browser.text() and "utm_campaign=autumn" in steps.browser.text()


def see_clicks(steps, _):
    steps.find("task-clicked")
    return "Clicks by day" in steps.browser.text()


def lead_elsewhere(steps, _, article=79):
    steps.press("Links")
    steps.fill("Search", "task-changed")
    wait_for(steps, lambda: "search=task-changed" in steps.browser.driver.current_url)
    steps.press("Edit asajikan.jp/s/task-changed", "#found")
    steps.fill("Destination URL", f"https://asajikan.jp/article/{article}")
    steps.press("Save changes")
    return "The link was saved." in steps.browser.text()


def take_back(steps, tests):
    lead_elsewhere(steps, tests, article=80)
    steps.count = 0
    steps.press("Undo")
    return "The change was undone." in steps.browser.text()


def links_of_a_campaign(steps, _):
    steps.press("Campaigns")
    steps.click("table.bars th a")
    steps.press("Links", "main")
    return steps.browser.heading() == "Links" and "campaign=" in steps.browser.path()


def archive_a_tag(steps, _):
    steps.press("Links")
    steps.fill("Search", "tag:qr is:active")
    wait_for(steps, lambda: "is%3Aactive" in steps.browser.driver.current_url)
    steps.click("th.tick input")
    steps.press("Archive", "form.bulk")
    return "Archived" in steps.browser.text()


def tag_many(steps, _):
    steps.press("Links")
    steps.fill("Search", "tag:poster")
    wait_for(steps, lambda: "tag%3Aposter" in steps.browser.driver.current_url)
    # From the list that shows them.
    steps.count = 0
    steps.click("th.tick input")
    steps.count += 1
    steps.browser.put("#bulk-tag", "station")
    steps.press("Add tag", "form.bulk")
    return "station" in steps.browser.text()


def make_webhook(steps, _):
    steps.press("Webhooks")
    steps.fill("Address", "https://hooks.example.com/keiro")
    steps.press("Create webhook")
    return "whsec_" in steps.browser.text()


def code(steps, _):
    steps.find("task-coded")
    return steps.browser.driver.find_element(By.CSS_SELECTOR, "a[download][href*='qr=']").is_displayed()


def why(steps, _):
    steps.find("task-explained")
    return "What each visitor gets" in steps.browser.text()


def export(steps, _):
    steps.press("Links")
    steps.fill("Search", "recipe")
    wait_for(steps, lambda: "search=recipe" in steps.browser.driver.current_url)
    address = steps.browser.driver.find_element(By.CSS_SELECTOR, "#export a").get_attribute("href")
    steps.press("Export as CSV")
    return "search=recipe" in address


def invite(steps, _):
    steps.press("People")
    steps.fill("Name", "Hanako")
    steps.press("Add person")
    return "Hanako" in steps.browser.text()


def bring_links(steps, tests):
    file = tests.scratch / "tasks.csv"
    file.write_text("host,slug,url\nasajikan.jp,brought,https://asajikan.jp/article/80\n")
    steps.press("Import")
    steps.file(file)
    steps.press("Check the file")
    tests.settle(steps.browser)
    steps.press("Import 1 link")
    tests.settle(steps.browser)
    return steps.browser.heading() == "Imported"


def wait_for(steps, condition):
    for _ in range(200):
        if condition():
            return
        steps.browser.driver.execute_async_script("setTimeout(arguments[0], 20)")


# What is done, how many steps it takes at most, and how many elsewhere where that is known.
TASKS = [
    # Bitly: Create new, Link, the address, Create, Copy
    # (https://everydaytech.org/software-app-operations/url-link-management/how-to-create-a-bitly-link).
    # Dub: Links, Create Link, the address, Create, and its copying, which is not described
    # (https://mintlify.wiki/dubinc/dub/features/link-management).
    ("make a link and copy it", make_and_copy, 4, "Bitly 5, Dub 4 without the copy"),
    ("make a link with a new campaign", make_with_campaign, 7, None),
    ("make a link with the campaign of a template", make_with_template, 4, None),
    ("lead iPhones elsewhere, on the page of a link", add_rule, 4, "Dub 4"),
    # Bitly: the Campaigns page, the campaign, Add Links, the address, Create
    # (https://support.bitly.com/hc/en-us/articles/115003371927).
    ("make another link of a campaign", add_to_campaign, 5, "Bitly 5"),
    ("see the clicks of a link", see_clicks, 3, None),
    # Bitly: the list, the link, Edit, the address, Save, for a link on the first page of the list
    # (https://goo.by/blog/bitly-updating-destination-url-the-ultimate-guide-to-maintaining-link-functionality-and-optimization).
    ("lead a link elsewhere, searched for", lead_elsewhere, 5, "Bitly 5 without a search"),
    ("take that back", take_back, 1, None),
    ("the links of the best campaign", links_of_a_campaign, 3, None),
    ("archive the links of a tag", archive_a_tag, 4, None),
    ("tag all links of a list", tag_many, 3, None),
    ("tell a webhook of everything", make_webhook, 3, None),
    ("the QR code of a link", code, 3, None),
    ("what each visitor gets, and why", why, 3, None),
    ("export what a search finds", export, 3, None),
    # Dub: the settings, Members, Invite member, the address, Send invite
    # (https://dub.co/help/article/how-to-invite-teammates).
    # Bitly: Settings, Users, Invite New Users, the address, the access, Invite users
    # (https://support.bitly.com/hc/en-us/articles/115004551308).
    ("invite a person", invite, 3, "Bitly 6, Dub 5"),
    ("bring links from a file", bring_links, 4, None),
]
