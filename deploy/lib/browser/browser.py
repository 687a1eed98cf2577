"""Chromium through its WebDriver."""

import pathlib
import shutil
import time

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


class Browser:
    """One window."""

    def __init__(self, folder, width=1280, height=900, dark=False, script=True, language="en", forced=False,
                 text=16, arguments=()):
        options = Options()
        options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--hide-scrollbars", f"--lang={language}", "--force-device-scale-factor=1",
            f"--user-data-dir={pathlib.Path(folder) / 'profile'}", "--no-first-run", *arguments,
        ):
            options.add_argument(argument)
        preferences = {"intl.accept_languages": language, "download.default_directory": str(folder),
                       "webkit.webprefs.default_font_size": text}
        if not script:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = self.started(options)
        self.driver.set_page_load_timeout(20)
        self.dark = dark
        self.script = script
        self.forced = forced
        self.resize(width, height)

    @staticmethod
    def started(options):
        """A port that chromedriver is told of may be taken before it listens there."""
        for tries_left in (2, 1, 0):
            try:
                return webdriver.Chrome(
                    service=Service(shutil.which("chromedriver") or "/usr/bin/chromedriver"), options=options)
            except WebDriverException:
                if tries_left == 0:
                    raise

    def resize(self, width, height=900):
        features = [{"name": "prefers-color-scheme", "value": "dark" if self.dark else "light"}]
        if self.forced:
            features.append({"name": "forced-colors", "value": "active"})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def renew(self, origin):
        """Makes the window like a new one, in a small part of the time that a new one takes."""
        for other in self.driver.window_handles[1:]:
            self.driver.switch_to.window(other)
            self.driver.close()
        self.driver.switch_to.window(self.driver.window_handles[0])
        self.driver.get("about:blank")
        for command, values in (
            ("Network.clearBrowserCookies", {}), ("Network.clearBrowserCache", {}),
            ("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"}),
            ("Browser.resetPermissions", {}), ("Emulation.setTimezoneOverride", {"timezoneId": ""}),
        ):
            self.driver.execute_cdp_cmd(command, values)
        self.driver.get_log("browser")

    def open(self, address):
        self.driver.get(address)

    def quit(self):
        self.driver.quit()

    # Finding, as people do: by what stands there.

    @staticmethod
    def looked_up(look):
        """What is found, also while another page comes: the driver's errors differ by the moment."""
        for _ in range(100):
            try:
                return look()
            except WebDriverException:
                time.sleep(0.05)
        return look()

    def field(self, label):
        return self.looked_up(lambda: self.labelled(label))

    def labelled(self, label):
        field = self.driver.execute_script(
            """
            for (const label of document.querySelectorAll("label")) {
              if (label.innerText.trim() !== arguments[0] && label.textContent.trim() !== arguments[0]) continue;
              return label.htmlFor ? document.getElementById(label.htmlFor) : label.querySelector("input");
            }
            return null;
            """, label)
        if field is None:
            raise AssertionError(f"no field is called {label!r}: {self.text()[:600]}")
        return field

    def fill(self, label, text):
        field = self.field(label)
        field.clear()
        field.send_keys(text)

    def put(self, selector, text):
        """Fills in the field at a place."""
        field = self.looked_up(lambda: self.driver.find_element(By.CSS_SELECTOR, selector))
        field.clear()
        field.send_keys(text)

    def tick(self, within, label):
        """Ticks the first box with a label in a part of the page."""
        for element in self.driver.find_elements(By.CSS_SELECTOR, f"{within} label"):
            if element.text.strip() == label:
                element.find_element(By.CSS_SELECTOR, "input").click()
                return
        raise AssertionError(f"no box is called {label!r}")

    def choose(self, label, text):
        # The driver presses no option in details, not even where the style sheet shows it.
        is_chosen = self.driver.execute_script(
            """
            const [field, text] = arguments;
            const option = [...field.options].find((option) => option.text === text);
            if (!option || !field.checkVisibility()) return false;
            option.selected = true;
            for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
            return true;
            """, self.field(label), text)
        assert is_chosen, f"{label!r} has no {text!r}"

    def press(self, name, within="body"):
        page, element, leads_on = self.looked_up(lambda: self.named(name, within))
        # As for those who use keys, out from under bars that stay in sight.
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", element)
        element.click()
        self.settle(page, 15 if leads_on else 0.2)

    def named(self, name, within):
        """The page, what is pressed under a name, and whether that leads to another page."""
        # By what is shown on it, or what is said of it to those who do not see it.
        element = self.driver.execute_script(
            """
            for (const kind of ["button", "a", "summary"]) {
              for (const element of document.querySelectorAll(arguments[1] + " " + kind)) {
                if (!element.checkVisibility()) continue;
                const shown = element.innerText.trim().split("\\n")[0];
                const said = element.textContent.trim().replace(/\\s+/g, " ");
                if (shown === arguments[0] || said === arguments[0]) return element;
              }
            }
            return null;
            """, name, within)
        if element is None:
            raise AssertionError(f"no button is called {name!r} at {self.path()}: {self.text()[:600]}")
        return self.driver.find_element(By.TAG_NAME, "html"), element, self.leads_on(element)

    def leads_on(self, element):
        """Whether another page comes, unless a field is wrong."""
        if element.tag_name == "a":
            is_download = element.get_attribute("download") is not None
            return not is_download and "#" not in (element.get_attribute("href") or "#")
        return element.tag_name == "button" and element.get_attribute("type") == "submit"

    def settle(self, page, seconds):
        """Gives the page that comes some time to be there, if one comes."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                page.is_enabled()
            except WebDriverException:
                break
            time.sleep(0.02)
        self.looked_up(lambda: self.wait_until_loaded(end))

    def wait_until_loaded(self, end):
        while self.driver.execute_script("return document.readyState") != "complete" and time.monotonic() < end:
            time.sleep(0.02)

    def submit(self, name, text):
        """Fills in the field with an id and sends its form."""
        page, field = self.looked_up(
            lambda: (self.driver.find_element(By.TAG_NAME, "html"), self.driver.find_element(By.ID, name)))
        field.send_keys(text)
        field.submit()
        self.settle(page, 15)

    def of_page(self, name):
        """The text of the only element of a name."""
        return self.looked_up(lambda: self.driver.find_element(By.TAG_NAME, name).text)

    def text(self):
        return self.of_page("body")

    def heading(self):
        return self.of_page("h1")

    def expect_heading(self, text):
        """Waits for the page with a heading: the next page may still be on its way after a press."""
        try:
            WebDriverWait(self.driver, 15).until(lambda _: self.heading() == text)
        except TimeoutException:
            raise AssertionError(f"the heading is {self.heading()!r}, expected {text!r}") from None

    def path(self):
        return self.driver.current_url.split("/", 3)[3]

    def complaints(self):
        """What the console says of errors: breaches of the policy, missing files, failing scripts."""
        return [
            entry["message"] for entry in self.driver.get_log("browser")
            if entry["level"] == "SEVERE" or "Content Security Policy" in entry["message"]
        ]
