"""Asks a running Keiro with clients that others have published for YOURLS, Shlink and Bitly.

Nothing of them is changed but the base URL, each where the client has it.
Usage: clients.py MANAGEMENT_URL TOKEN SHORT_URL_PREFIX
"""
import sys

import bitlyshortener
import pyourls3
import pyshorteners
import yourls
from bitlyshortener import config as bitly_config
from mcp_shlink.client import ShlinkClient
from mcp_shlink.models import CreateShortUrlRequest
from shlink import Shlink

BASE, TOKEN, PREFIX = sys.argv[1:4]
ASKED = 0


def equal(what, wanted, found):
    global ASKED
    ASKED += 1
    if wanted != found:
        sys.exit(f"{what}: expected {wanted!r}, found {found!r}")


def raises(what, kind, ask):
    global ASKED
    ASKED += 1
    try:
        answer = ask()
    except kind as error:
        return error
    sys.exit(f"{what}: expected {kind.__name__}, found {answer!r}")


def ask_as_yourls():
    client = yourls.YOURLSClient(BASE + "/yourls-api.php", signature=TOKEN)
    made = client.shorten("https://example.com/y1", keyword="y1", title="First")
    equal("yourls shorten", (PREFIX + "y1", "First", "y1"), (made.shorturl, made.title, made.keyword))
    equal("yourls expand", "https://example.com/y1", client.expand("y1"))
    equal("yourls expand", "https://example.com/y1", client.expand(PREFIX + "y1"))
    equal("yourls url-stats", 0, client.url_stats("y1").clicks)
    taken = raises("yourls shorten again", yourls.YOURLSKeywordExistsError,
                   lambda: client.shorten("https://example.com/other", keyword="y1"))
    equal("yourls keyword", "y1", taken.keyword)
    first = client.shorten("https://example.com/y2")
    again = raises("yourls shorten the same", yourls.YOURLSURLExistsError,
                   lambda: client.shorten("https://example.com/y2"))
    equal("yourls short URL", first.shorturl, again.url.shorturl)
    raises("yourls without a URL", yourls.YOURLSNoURLError, lambda: client.shorten(""))
    raises("yourls of nothing", yourls.YOURLSHTTPError, lambda: client.expand("nothing"))
    links, sums = client.stats("last", 2)
    equal("yourls stats", (2, 0), (len(links), sums.total_clicks))
    equal("yourls db-stats", sums.total_links, client.db_stats().total_links)
    stranger = yourls.YOURLSClient(BASE + "/yourls-api.php", signature="keiro_no")
    raises("yourls of a stranger", yourls.YOURLSHTTPError, stranger.db_stats)

    other = pyourls3.Yourls(BASE, key=TOKEN)
    equal("pyourls3 shorten", PREFIX + "y3",
          other.shorten("https://example.com/y3", keyword="y3", title="Third")["shorturl"])
    raises("pyourls3 shorten the same", pyourls3.exceptions.Pyourls3URLAlreadyExistsError,
           lambda: other.shorten("https://example.com/y3", keyword="y3", title="Third"))
    equal("pyourls3 expand", "https://example.com/y3", other.expand("y3"))
    equal("pyourls3 url-stats", "Third", other.url_stats(PREFIX + "y3")["title"])
    equal("pyourls3 stats", "0", other.stats()["total_clicks"])
    raises("pyourls3 of nothing", pyourls3.exceptions.Pyourls3APIError,
           lambda: other.shorten("nothing at all"))
    raises("pyourls3 of a stranger", pyourls3.exceptions.Pyourls3APIError,
           lambda: pyourls3.Yourls(BASE, key="keiro_no"))


def ask_as_shlink():
    client = ShlinkClient(BASE, TOKEN)
    made = client.create_short_url(CreateShortUrlRequest(
        long_url="https://example.com/s1", tags=["news"], custom_slug="s1",
        valid_until="2099-01-01T00:00:00+00:00", max_visits=9))
    equal("mcp-shlink create", (PREFIX + "s1", "s1", ["news"]),
          (made.short_url, made.short_code, made.tags))
    found = client.get_short_url("s1")
    equal("mcp-shlink get", (9, "2099-01-01T00:00:00+00:00"),
          (found.meta["maxVisits"], found.meta["validUntil"]))
    listed = client.list_short_urls()
    equal("mcp-shlink list", "s1", listed.data[0].short_code)
    equal("mcp-shlink pages", 1, listed.pagination["currentPage"])
    # The client looks for the tags elsewhere than where Shlink puts them, and finds none at either.
    equal("mcp-shlink tags", [], client.list_tags().data)

    reader = Shlink(api_key=TOKEN, url=BASE)
    equal("PyShlink list", "s1", reader.list_short_urls()["shortUrls"]["data"][0]["shortCode"])
    equal("PyShlink get", "https://example.com/s1", reader.get_short_url("s1")["longUrl"])
    visits = reader.list_visit_data("s1", startDate="2020-01-01T00:00:00Z")["visits"]
    equal("PyShlink visits", ([], 0), (visits["data"], visits["pagination"]["totalItems"]))
    equal("PyShlink of nothing", "https://shlink.io/api/error/short-url-not-found",
          reader.get_short_url("nothing")["type"])
    equal("PyShlink of a stranger", "https://shlink.io/api/error/invalid-api-key",
          Shlink(api_key="keiro_no", url=BASE).list_short_urls()["type"])

    client.delete_short_url("s1")
    equal("mcp-shlink delete", 404, reader.get_short_url("s1")["status"])


def ask_as_bitly():
    client = pyshorteners.Shortener(api_key=TOKEN, api_url=BASE + "/v4")
    bitlink = client.bitly.short("https://example.com/b1")
    equal("pyshorteners short", True, bitlink.startswith(PREFIX))
    equal("pyshorteners short again", bitlink, client.bitly.short("https://example.com/b1"))
    equal("pyshorteners expand", "https://example.com/b1", client.bitly.expand(bitlink))
    equal("pyshorteners total_clicks", 0, client.bitly.total_clicks(bitlink))
    raises("pyshorteners of nothing", pyshorteners.exceptions.ExpandingErrorException,
           lambda: client.bitly.expand(PREFIX + "nothing"))
    raises("pyshorteners with a wrong URL", pyshorteners.exceptions.ShorteningErrorException,
           lambda: client.bitly.short("ftp://example.com/b1"))

    bitly_config.API_URL_SHORTEN = BASE + "/v4/shorten"
    bitly_config.API_URL_BITLINKS = BASE + "/v4/bitlinks"
    pool = bitlyshortener.Shortener(tokens=[TOKEN])
    urls = ["https://example.com/b1"] + [f"https://example.com/many/{n}" for n in range(20)]
    found = pool.shorten_urls(urls)
    equal("bitlyshortener", (21, bitlink), (len(set(found)), found[0]))
    equal("bitlyshortener by URL", bitlink, pool.shorten_urls_to_dict(urls[:1])[urls[0]])
    raises("bitlyshortener with a wrong URL", bitlyshortener.exc.RequestError,
           lambda: pool.shorten_urls(["nothing"]))


ask_as_yourls()
ask_as_shlink()
ask_as_bitly()
print(f"{ASKED} answers were as the clients expect them")
