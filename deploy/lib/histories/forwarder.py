"""Hands connections of a socket on to another one: LISTEN TARGET. Stopped (SIGSTOP) it is a network that
swallows everything, killed one that is gone."""

import asyncio
import os
import sys

LISTEN, TARGET = sys.argv[1:]


async def pump(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def serve(reader, writer):
    try:
        there, back = await asyncio.open_unix_connection(TARGET)
    except OSError:
        writer.close()
        return
    await asyncio.gather(pump(reader, back), pump(there, writer))


async def main():
    if os.path.exists(LISTEN):
        os.unlink(LISTEN)
    async with await asyncio.start_unix_server(serve, LISTEN) as server:
        await server.serve_forever()


asyncio.run(main())
