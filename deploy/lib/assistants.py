"""Converses with `keiro mcp` as assistants do. Usage: assistants.py BINARY FOLDER"""
import asyncio
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import urllib.request

import mcp_types
from mcp import ClientSession, StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_MODERN_VERSION
from ports import free_port

BINARY, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
READERS = ["explain", "match", "validate", "diff", "doctor", "links", "stats"]
AASA = {"applinks": {"details": [{
    "appIDs": ["A1B2C3D4E5.com.example.shop"], "components": [{"/": "/product/*"}]}]}}
passed = 0


def holds(sentence, is_so, found=None):
    global passed
    if not is_so:
        sys.exit(f"not ok - {sentence}: {found}")
    passed += 1
    print(f"ok - {sentence}")


def command(*arguments, **environment):
    """The document of a command with --json."""
    done = subprocess.run(
        [BINARY, *arguments, "--json"], capture_output=True, text=True, timeout=60,
        env={**os.environ, **environment})
    return json.loads(done.stdout)


def parameters(*arguments, **environment):
    return StdioServerParameters(
        command=BINARY, args=["mcp", *arguments], env={**os.environ, **environment})


async def handshakes(configuration):
    for version in HANDSHAKE_PROTOCOL_VERSIONS:
        with open(os.devnull, "w") as nowhere:
            async with stdio_client(parameters("--config", configuration), errlog=nowhere) as pipes:
                async with ClientSession(*pipes) as session:
                    wanted = mcp_types.InitializeRequest(
                        params=mcp_types.InitializeRequestParams(
                            protocol_version=version, capabilities=mcp_types.ClientCapabilities(),
                            client_info=mcp_types.Implementation(name="check", version="1")))
                    begun = await session.send_request(wanted, mcp_types.InitializeResult)
                    holds(f"the revision {version} is agreed on", begun.protocol_version == version)


async def converse(session, where, same):
    """- same: runs a command on the same links."""
    tools = await session.list_tools()
    names = [tool.name for tool in tools.tools]
    holds(f"{where}: there are tools to read", names[:7] == READERS, names)
    for tool in tools.tools:
        schema = tool.input_schema
        holds(f"{where}: {tool.name} has a schema", schema["type"] == "object" and schema["properties"])
    questions = [
        ("explain", {"url": "https://www.example.com/s/poster", "ios": "18.0", "from": "qr"},
         ["explain", "--ios", "18.0", "--from", "qr", "https://www.example.com/s/poster"]),
        ("explain", {"url": "https://www.example.com/product/7"},
         ["explain", "https://www.example.com/product/7"]),
        ("links", {"search": "poster"}, ["links", "list", "--search", "poster"]),
        ("stats", {"by": "platform"}, ["stats", "--by", "platform"]),
    ]
    for name, arguments, words in questions:
        answer = await session.call_tool(name, arguments)
        holds(f"{where}: {name} answers as its command", not answer.is_error
              and answer.structured_content == same(*words), answer)
        holds(f"{where}: its text is the same", json.loads(answer.content[0].text) == answer.structured_content)
    answer = await session.call_tool(
        "match", {"aasa": json.dumps(AASA), "urls": ["https://www.example.com/product/7"]})
    verdicts = answer.structured_content["verdicts"]
    holds(f"{where}: match takes the text of a file", verdicts[0]["verdict"] == "match", answer)
    answer = await session.call_tool("explain", {"url": "x y", "ios": "eighteen"})
    holds(f"{where}: wrong arguments are an error of the tool", answer.is_error, answer)
    try:
        await session.call_tool("links_remove", {})
        holds(f"{where}: an unknown tool is an error of the protocol", False)
    except Exception as error:
        holds(f"{where}: an unknown tool is an error of the protocol", "no tool" in str(error), error)
    return names


async def here(configuration):
    def same(*words):
        return command(*words, KEIRO_CONFIG=configuration)
    await handshakes(configuration)
    async with stdio_client(parameters("--config", configuration)) as pipes:
        async with ClientSession(*pipes) as session:
            await session.initialize()
            names = await converse(session, "a handshake", same)
            holds("nothing writes without --write", "link_add" not in names)
            await session.send_ping()
    async with Client(stdio_client(parameters("--config", configuration, "--write"))) as client:
        holds("the newest revision needs no handshake", client.protocol_version == LATEST_MODERN_VERSION)
        names = await converse(client, "no handshake", same)
        holds("--write adds two tools", names[7:] == ["link_add", "link_edit"], names)
        made = await client.call_tool("link_add", {
            "url": "https://www.example.com/product/8", "slug": "eight", "tag": ["a", "b"], "max-clicks": 9})
        holds("a link is added", made.structured_content["maxClicks"] == 9, made)
        edited = await client.call_tool("link_edit", {"link": "eight", "name": "Eight"})
        holds("a link is changed", same("links", "show", "eight")["name"] == "Eight", edited)


async def there(url, token):
    async with stdio_client(parameters(KEIRO_SERVER=url, KEIRO_TOKEN=token)) as pipes:
        async with ClientSession(*pipes) as session:
            await session.initialize()
            await converse(
                session, "a server", lambda *words: command(*words, KEIRO_SERVER=url, KEIRO_TOKEN=token))
    async with stdio_client(parameters(KEIRO_SERVER=url, KEIRO_TOKEN="no-token")) as pipes:
        async with ClientSession(*pipes) as session:
            await session.initialize()
            answer = await session.call_tool("links", {})
            holds("a server's refusal is told", answer.is_error, answer)


def main():
    port = free_port()
    configuration = FOLDER / "keiro.json"
    configuration.write_text(json.dumps({
        "server": {"listen": [f"unix:{FOLDER}/public"], "management": [f"127.0.0.1:{port}"]},
        "store": {"sqlite": "keiro.db"},
        "apps": {"shop": {"apple": {"appIDs": ["A1B2C3D4E5.com.example.shop"]}}},
        "sites": [{
            "hosts": ["www.example.com"], "shortLinks": {"prefix": "/s/"},
            "routes": [{"/": "/product/?*", "app": "shop", "screen": "product"}]}],
    }))
    where = str(configuration)
    command("links", "add", "--slug", "poster", "https://www.example.com/campaign", KEIRO_CONFIG=where)
    asyncio.run(here(where))
    token = command(
        "tokens", "create", "--scope", "links:read", "--scope", "stats:read", KEIRO_CONFIG=where)["token"]
    with open(FOLDER / "serve.log", "w") as log:
        server = subprocess.Popen([BINARY, "serve", "--config", where], stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(400):
            try:
                urllib.request.urlopen(url + "/healthz", timeout=5).close()
                break
            except OSError:
                time.sleep(0.05)
        asyncio.run(there(url, token))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)
    print(f"all {passed} were as they should be")


main()
