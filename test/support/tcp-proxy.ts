import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between the service and a backend, and can go silent or away as a network does. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #silent = false;
  #port = 0;

  private constructor(target: { host: string; port: number }) {
    this.#server = createServer((near) => {
      const far = connect(target);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.pipe(other, { end: false });
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
        if (this.#silent) quieten(socket);
      }
    });
  }

  static async start(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.accept();
    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** A black hole: connections stay and are accepted, and nothing comes through. */
  silence(): void {
    this.#silent = true;
    for (const socket of this.#sockets) quieten(socket);
  }

  /** What was silenced is gone; what connects from now on comes through. */
  resume(): void {
    this.#silent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Connections are cut, and new ones refused. */
  async refuse(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async accept(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.refuse();
  }
}

function quieten(socket: Socket): void {
  socket.unpipe();
  socket.pause();
}
