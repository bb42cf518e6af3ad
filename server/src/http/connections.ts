import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { refuseConnection } from './handle-errors.js';

/** How long a client may keep the service waiting, and how many of them at a time. */
export interface ConnectionBounds {
  /** Open at a time. One more closes the one that has sent nothing for longest while a request is awaited from it. */
  connections: number;
  /** For the head of a request to arrive. */
  headMs: number;
  /** In every such time at least `bodyBytes` of a body arrive: an upload may be slow and long, but not stall. */
  bodyMs: number;
  bodyBytes: number;
  /** For the next request on an open connection. */
  keepAliveMs: number;
  /** For the rest of a body whose request has been answered already. */
  lingerMs: number;
  /** When the service stops: for what is missing of a request, from its last byte. */
  closingMs: number;
}

export const defaultConnectionBounds: ConnectionBounds = {
  connections: 1000,
  headMs: 15_000,
  bodyMs: 30_000,
  bodyBytes: 8 * 1024,
  keepAliveMs: 70_000,
  lingerMs: 10_000,
  closingMs: 2000,
};

/** How often connections are looked at. */
export const checkIntervalMs = ({ headMs, bodyMs, lingerMs, closingMs }: ConnectionBounds): number =>
  Math.ceil(Math.min(headMs, bodyMs, lingerMs, closingMs) / 4);

/**
 * Ends connections that keep the service waiting. Heads and idle connections are timed by Node itself; this adds
 * bodies, the number of connections, and an end in which every request that was sent is answered.
 */
export function boundConnections(app: FastifyInstance, bounds: ConnectionBounds): void {
  const { server } = app;
  server.headersTimeout = bounds.headMs;
  server.keepAliveTimeout = bounds.keepAliveMs;
  const connections = new Connections(bounds);
  server.on('connection', (socket) => connections.add(socket));
  server.on('request', (request, response) => connections.take(request, response));
  const checks = setInterval(() => connections.check(performance.now()), checkIntervalMs(bounds));
  checks.unref();

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    await connections.settle();
    connections.close(performance.now());
  });
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    if (closing) server.closeIdleConnections();
  });
  app.addHook('onClose', async () => clearInterval(checks));
}

interface Connection {
  socket: Socket;
  /** The newest on the connection. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** Requests whose answer is not finished. */
  unanswered: number;
  answeredAt: number;
  /** As they were when last looked at. */
  bytes: number;
  quietSince: number;
  /** Where the time began in which enough of a body must arrive. */
  window: { from: number; bytes: number };
}

class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #open = new Map<Socket, Connection>();
  #seen = 0;
  #closingSince: number | undefined;

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds;
  }

  add(socket: Socket): void {
    const now = performance.now();
    this.#seen++;
    if (this.#open.size >= this.#bounds.connections && !this.#endQuietest(now)) {
      socket.destroy();
      return;
    }
    this.#open.set(socket, {
      socket,
      request: undefined,
      response: undefined,
      unanswered: 0,
      answeredAt: now,
      bytes: 0,
      quietSince: now,
      window: { from: now, bytes: 0 },
    });
    socket.once('close', () => this.#open.delete(socket));
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    this.#seen++;
    const connection = this.#open.get(request.socket);
    if (!connection) return;
    Object.assign(connection, { request, response });
    connection.unanswered++;
    connection.window = { from: performance.now(), bytes: connection.bytes };
    response.once('close', () => {
      connection.unanswered--;
      connection.answeredAt = performance.now();
    });
  }

  check(now: number): void {
    for (const connection of this.#open.values()) {
      this.#look(connection, now);
      if (isReceiving(connection)) this.#checkBody(connection, now);
      else if (connection.unanswered === 0 && this.#isOverdue(connection, now)) connection.socket.destroy();
    }
  }

  /** Until what has reached this machine has been accepted and read. */
  async settle(): Promise<void> {
    const deadline = performance.now() + this.#bounds.closingMs;
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < deadline; quietTurns++) {
      const before = this.#seen;
      await nextTurn();
      if (this.#seen !== before) quietTurns = 0;
    }
  }

  close(now: number): void {
    this.#closingSince = now;
  }

  #look(connection: Connection, now: number): void {
    const { bytesRead } = connection.socket;
    if (bytesRead === connection.bytes) return;
    connection.bytes = bytesRead;
    connection.quietSince = now;
  }

  #checkBody(connection: Connection, now: number): void {
    const { bodyMs, bodyBytes, lingerMs } = this.#bounds;
    const { window, bytes } = connection;
    if (connection.unanswered === 0 && now - connection.answeredAt > lingerMs) connection.socket.destroy();
    else if (isUnread(connection)) connection.window = { from: now, bytes };
    else if (this.#isOverdue(connection, now)) endLate(connection);
    else if (now - window.from >= bodyMs) {
      if (bytes - window.bytes < bodyBytes) endLate(connection);
      else connection.window = { from: now, bytes };
    }
  }

  /** Of a service that stops: whether nothing came for so long that it is no longer waited for. */
  #isOverdue({ quietSince }: Connection, now: number): boolean {
    return (
      this.#closingSince !== undefined &&
      now - Math.max(quietSince, this.#closingSince) >= this.#bounds.closingMs
    );
  }

  #endQuietest(now: number): boolean {
    let quietest: Connection | undefined;
    for (const connection of this.#open.values()) {
      this.#look(connection, now);
      if (isBusy(connection)) continue;
      if (!quietest || connection.quietSince < quietest.quietSince) quietest = connection;
    }
    if (!quietest) return false;
    this.#open.delete(quietest.socket);
    quietest.socket.destroy();
    return true;
  }
}

const isReceiving = ({ request }: Connection): boolean => request !== undefined && !request.complete;

/** Bytes of the body wait for the service, not the service for them. */
const isUnread = ({ request }: Connection): boolean => (request?.readableLength ?? 0) > 0;

const isBusy = (connection: Connection): boolean =>
  connection.unanswered > 0 && (!isReceiving(connection) || isUnread(connection));

function endLate({ socket, response }: Connection): void {
  if (response?.headersSent) socket.destroy();
  else refuseConnection(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}
