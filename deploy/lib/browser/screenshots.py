"""Pictures of the pages. Usage: screenshots.py BINARY FOLDER"""

import pathlib
import sys
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser
from keiro_server import Keiro, Receiver

PAGES = [
    ("overview", "/dashboard/?period=90d"), ("overview-split", "/dashboard/?period=90d&split=platform"),
    ("links", "/dashboard/links"),
    ("links-selected", "/dashboard/links"),
    ("new-previewed", "/dashboard/links/new?url=https%3A%2F%2Fasajikan.jp%2Farticle%2F7&host=asajikan.jp&slug=tea"),
    ("links-filtered", "/dashboard/links?tag=recipe&state=active"), ("new", "/dashboard/links/new"),
    ("link", "/dashboard/links/asajikan.jp/recipe-001"),
    ("links-dead", "/dashboard/links?state=dead"), ("link-moved", "/dashboard/links/asajikan.jp/mail-002"),
    ("link-compared", "/dashboard/links/asajikan.jp/recipe-001?version=1"),
    ("link-deleted", "/dashboard/links/asajikan.jp/brief"), ("change", "/dashboard/changes/{change}"),
    ("link-edit", "/dashboard/links/asajikan.jp/recipe-001?edit"),
    ("link-rules", "/dashboard/links/asajikan.jp/recipe-001?edit#rules"), ("import", "/dashboard/import"),
    ("sites", "/dashboard/sites"),
    ("site", "/dashboard/sites/asajikan.jp?url=https%3A%2F%2Fasajikan.jp%2Farticle%2F7"),
    ("tokens", "/dashboard/tokens"), ("people", "/dashboard/people"),
    ("webhooks", "/dashboard/webhooks"), ("webhook", "/dashboard/webhooks/{webhook}"), ("sessions", "/dashboard/sessions"),
    ("audit", "/dashboard/audit"), ("design", "/dashboard/design"), ("help", "/dashboard/help"), ("zone", "/dashboard/zone"),
    ("overview-dates", "/dashboard/?from=2026-11-01&to=2026-11-14"), ("missing", "/dashboard/nothing"),
]
# What is pressed before the picture, and what is there afterwards.
ACTS = {
    "links-selected": ("tbody [name=link]", ".bulk fieldset"),
    "new-previewed": ("button[value=preview]", "#planned .card"),
}
WIDTHS = (320, 768, 1440)


def picture(browser, path, width):
    browser.resize(width)
    height = browser.driver.execute_script("return document.documentElement.scrollHeight")
    wide = browser.driver.execute_script("return document.documentElement.scrollWidth")
    browser.resize(width, min(max(height, 700), 5000))
    browser.driver.save_screenshot(str(path))
    return wide


def main(binary, folder):
    folder = pathlib.Path(folder)
    too_wide = []
    with tempfile.TemporaryDirectory() as scratch:
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
        try:
            keiro.fill_examinations(token)
            change = keiro.fill_history(token)
            for dark, language in ((False, "en"), (True, "en"), (False, "ja")):
                name = language if language != "en" else "dark" if dark else "light"
                browser = Browser(pathlib.Path(scratch) / name, dark=dark, language=language)
                try:
                    browser.open(keiro.origin + "/dashboard/sign-in")
                    for width in WIDTHS:
                        picture(browser, folder / f"sign-in-{name}-{width}.png", width)
                    browser.submit("token", token)
                    for page, address in PAGES:
                        browser.open(keiro.origin + address.format(webhook=webhook, change=change))
                        if "#" in address:
                            browser.driver.execute_script(
                                "document.querySelector(arguments[0]).closest('details').open = true",
                                "#" + address.split("#")[1])
                        elif page == "webhook":
                            browser.driver.execute_script("document.querySelector('details.data').open = true")
                        if page in ACTS:
                            pressed, there = ACTS[page]
                            browser.driver.find_element(By.CSS_SELECTOR, pressed).click()
                            WebDriverWait(browser.driver, 15).until(
                                expected_conditions.visibility_of_element_located((By.CSS_SELECTOR, there)))
                        for width in WIDTHS:
                            wide = picture(browser, folder / f"{page}-{name}-{width}.png", width)
                            if wide > width:
                                too_wide.append(f"{page} at {width} in {name}: {wide} pixels wide")
                finally:
                    browser.quit()
        finally:
            keiro.stop()
            receiver.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    for line in too_wide:
        print("too wide:", line)
    return 1 if too_wide else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
