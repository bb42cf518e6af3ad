// A receiver of webhooks in a process of its own, which tells its parent when it has received as many as it was asked for.
import { createServer } from 'node:http';

let received = 0;
let wanted = Number.POSITIVE_INFINITY;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.end();
    if (++received === wanted) process.send?.('received');
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));

process.on('message', (count) => {
  received = 0;
  wanted = Number(count);
  process.send?.('ready');
});
