"""Hands connections of a socket on to another one: LISTEN TARGET [SECONDS]. Stopped (SIGSTOP) it is a network
that swallows everything, killed one that is gone. SECONDS is how long a round trip takes."""

import asyncio
import os
import sys

LISTEN, TARGET = sys.argv[1:3]
ONE_WAY = float(sys.argv[3]) / 2 if len(sys.argv) > 3 else 0


async def pump(reader, writer):
    loop = asyncio.get_running_loop()
    try:
        while data := await reader.read(65536):
            if ONE_WAY:
                # Bytes overlap on a long line: the next ones do not wait for these to arrive.
                loop.call_later(ONE_WAY, writer.write, data)
                continue
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        loop.call_later(ONE_WAY, writer.close)


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
