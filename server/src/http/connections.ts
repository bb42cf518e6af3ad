import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { say } from '@workbook-data-service/contract/messages';
import type { FastifyInstance } from 'fastify';
import { problem } from '../core/problems.js';
import { refuseConnection } from './handle-errors.js';
import { isProbe } from './operations.js';

/** How long clients may keep the service waiting, and how many may be connected. */
export interface ConnectionBounds {
  /**
   * Open connections. Beyond the limit a new connection closes the one that has been silent for longest while
   * the service waits for a request on it.
   */
  connections: number;
  /** Time for the head of a request to arrive. */
  headMs: number;
  /**
   * At least `bodyBytes` of a body must arrive in each period of this length: an upload may be slow and long,
   * but must not stall.
   */
  bodyMs: number;
  bodyBytes: number;
  /** Time until the next request on an open connection. */
  keepAliveMs: number;
  /** Time for the rest of a body whose request has already been answered. */
  lingerMs: number;
  /** When the service stops: time for the rest of a request, counted from its last byte. */
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

/**
 * Places beyond the limit, while requests are under way on all others. Probes are answered there, so that a busy service
 * is not taken for a dead one; everyone else is told to come back.
 */
const SPARE_PLACES = 16;

const RETRY_SECONDS = 5;

/** On a busy machine a hundred connections, accepted and read for the first time, take seconds. */
const LONGEST_SETTLE_MS = 10_000;

/** How often connections are checked. */
export const checkIntervalMs = ({ headMs, bodyMs, lingerMs, closingMs }: ConnectionBounds): number =>
  Math.ceil(Math.min(headMs, bodyMs, lingerMs, closingMs) / 4);

/**
 * Ends connections that keep the service waiting. Node itself limits the time for heads and idle connections;
 * this adds bodies, the number of connections, and a shutdown that answers every request already sent.
 */
export function boundConnections(app: FastifyInstance, bounds: ConnectionBounds): void {
  const { server } = app;
  server.headersTimeout = bounds.headMs;
  server.keepAliveTimeout = bounds.keepAliveMs;
  const connections = new Connections(bounds);
  server.on('connection', (socket) => connections.add(socket));
  server.on('request', (request, response) => connections.take(request, response));
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (connections.hasPlace(raw.socket) || isProbe(routeOptions.url)) {
      done();
      return;
    }
    reply.header('connection', 'close');
    throw problem('unavailable', say('connections-full'), {
      members: { retry_after: RETRY_SECONDS },
    });
  });
  const checks = setInterval(() => connections.check(performance.now()), checkIntervalMs(bounds));
  checks.unref();

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    await connections.settle();
    connections.close(performance.now());
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) server.closeIdleConnections();
    done();
  });
  app.addHook('onClose', async () => clearInterval(checks));
}

interface Connection {
  socket: Socket;
  /** The newest on the connection. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** Requests without a complete answer. */
  unanswered: number;
  answeredAt: number;
  /** As of the last check. */
  bytes: number;
  quietSince: number;
  /** The start of the period in which enough of a body must arrive. */
  window: { from: number; bytes: number };
}

class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #open = new Map<Socket, Connection>();
  /** Those that are closed to make room, unless something has just arrived on them. */
  readonly #leaving = new Set<Connection>();
  /** Those beyond the limit, the oldest first. */
  readonly #spare = new Set<Socket>();
  #arrivals = 0;
  #checkedAt = performance.now();
  #closingSince: number | undefined;

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds;
  }

  add(socket: Socket): void {
    const now = performance.now();
    this.#arrivals++;
    if (this.#freePlaces <= 0 && !this.#endQuietest(now)) {
      if (this.#spare.size >= SPARE_PLACES && !this.#endOldestSpare()) {
        socket.destroy();
        return;
      }
      this.#spare.add(socket);
    }
    const connection: Connection = {
      socket,
      request: undefined,
      response: undefined,
      unanswered: 0,
      answeredAt: now,
      bytes: 0,
      quietSince: now,
      window: { from: now, bytes: 0 },
    };
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#leaving.delete(connection);
      this.#spare.delete(socket);
    });
  }

  /** Whether requests on this connection are answered. One beyond the limit takes the next free slot. */
  hasPlace(socket: Socket): boolean {
    if (this.#spare.has(socket) && this.#freePlaces > 0) this.#spare.delete(socket);
    return !this.#spare.has(socket);
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    this.#arrivals++;
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
    // The service itself stood still, and has yet to read what arrived meanwhile.
    const isLate = now - this.#checkedAt > 2 * checkIntervalMs(this.#bounds);
    this.#checkedAt = now;
    for (const connection of this.#open.values()) {
      this.#updateActivity(connection, now);
      if (isReceiving(connection) && isLate) connection.window = { from: now, bytes: connection.bytes };
      else if (isReceiving(connection)) this.#checkBody(connection, now);
      else if (connection.unanswered === 0 && this.#isOverdue(connection, now)) connection.socket.destroy();
    }
  }

  /** Waits until everything that has reached this machine is accepted and read, unless ever more arrives. */
  async settle(): Promise<void> {
    const deadline = performance.now() + LONGEST_SETTLE_MS;
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < deadline; quietTurns++) {
      const before = this.#arrivals;
      await nextTurn();
      if (this.#arrivals !== before) quietTurns = 0;
    }
  }

  close(now: number): void {
    this.#closingSince = now;
  }

  #updateActivity(connection: Connection, now: number): void {
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
    else if (this.#isOverdue(connection, now)) endOverdue(connection);
    else if (now - window.from >= bodyMs) {
      if (bytes - window.bytes < bodyBytes) endOverdue(connection);
      else connection.window = { from: now, bytes };
    }
  }

  /** Whether a stopping service has waited long enough for this connection. */
  #isOverdue({ quietSince }: Connection, now: number): boolean {
    return (
      this.#closingSince !== undefined &&
      now - Math.max(quietSince, this.#closingSince) >= this.#bounds.closingMs
    );
  }

  get #freePlaces(): number {
    return this.#bounds.connections - (this.#open.size - this.#leaving.size - this.#spare.size);
  }

  #endQuietest(now: number): boolean {
    let quietest: Connection | undefined;
    for (const connection of this.#open.values()) {
      this.#updateActivity(connection, now);
      if (isBusy(connection) || this.#leaving.has(connection) || this.#spare.has(connection.socket)) continue;
      if (!quietest || connection.quietSince < quietest.quietSince) quietest = connection;
    }
    if (!quietest) return false;
    this.#leaving.add(quietest);
    void this.#endUnlessActive(quietest);
    return true;
  }

  #endOldestSpare(): boolean {
    for (const socket of this.#spare) {
      const connection = this.#open.get(socket);
      if (connection && isBusy(connection)) continue;
      this.#open.delete(socket);
      this.#spare.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /**
   * When a connection is accepted, requests that have arrived on others may not have been read yet. They are read
   * first; if one was on this connection, another is closed instead.
   */
  async #endUnlessActive(connection: Connection): Promise<void> {
    const { socket, bytes } = connection;
    await nextTurn(); // The current turn of the event loop ends,
    await nextTurn(); // and a whole one passes.
    if (!this.#leaving.delete(connection)) return;
    if (socket.bytesRead === bytes) {
      this.#open.delete(socket);
      socket.destroy();
    } else if (this.#freePlaces < 0) this.#endQuietest(performance.now());
  }
}

const isReceiving = ({ request }: Connection): boolean => request !== undefined && !request.complete;

/** The service has not yet read what arrived, so it is not the client that is slow. */
const isUnread = ({ request }: Connection): boolean => (request?.readableLength ?? 0) > 0;

const isBusy = (connection: Connection): boolean =>
  connection.unanswered > 0 && (!isReceiving(connection) || isUnread(connection));

function endOverdue({ socket, response }: Connection): void {
  if (response?.headersSent) socket.destroy();
  else refuseConnection(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}
