"""An agent with the official client for Python. It knows an address; its user's browser is whoever reads its output."""

import asyncio
import sys
from urllib.parse import parse_qsl, urlparse

from mcp import ClientSession
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientMetadata


class Memory:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def lead(address):
    print(address, flush=True)


async def led_back():
    address = await asyncio.to_thread(sys.stdin.readline)
    return AuthorizationCodeResult(**dict(parse_qsl(urlparse(address.strip()).query)))


async def main(url):
    metadata = OAuthClientMetadata(client_name="Python agent", redirect_uris=["http://127.0.0.1:7777/callback"])
    auth = OAuthClientProvider(url, metadata, Memory(), lead, led_back)
    async with (
        create_mcp_http_client(auth=auth) as client,
        streamable_http_client(url, http_client=client) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        made = await session.call_tool("create_workbook", {"title": "by Python"})
        print(made.structured_content["title"])


asyncio.run(main(sys.argv[1]))
