import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

interface ProxyOptions {
  host: string;
  port: number;
}

/** A proxy between the service and a backend that can be slow, go silent, break or disappear, as a network does. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #silent = false;
  #port = 0;
  #roundTrips = 0;
  #delayMs = 0;
  #isCut = everyNth(0);
  #isRefused = everyNth(0);
  #refusal = '';

  private constructor(target: ProxyOptions) {
    this.#server = createServer({ noDelay: true }, (near) => {
      const far = connect({ ...target, noDelay: true });
      this.#count(near, far);
      for (const [socket, other, passOn] of [
        [near, far, (request: Buffer) => this.#passOrRefuse(request, near)],
        [far, near, (answer: Buffer) => this.#passOrCut(answer, near)],
      ] as const) {
        this.#sockets.add(socket);
        socket
          .pipe(changed(passOn))
          .pipe(delayed(() => this.#delayMs))
          .pipe(other, { end: false });
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
        if (this.#silent) quieten(socket);
      }
    });
  }

  static async start(options: ProxyOptions): Promise<TcpProxy> {
    const proxy = new TcpProxy(options);
    await proxy.accept();
    return proxy;
  }

  /** A proxy before a backend, and the URL that leads through it. */
  static async inFrontOf(backendUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(backendUrl);
    const proxy = await TcpProxy.start({ host: url.hostname, port: Number(url.port || 5432) });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    return { proxy, url: url.href.replace(/\/$/, '') };
  }

  get port(): number {
    return this.#port;
  }

  /** How often something was sent after a response, over all connections. */
  get roundTrips(): number {
    return this.#roundTrips;
  }

  #count(near: Socket, far: Socket): void {
    let isAnswered = true;
    near.on('data', () => {
      if (isAnswered) this.#roundTrips++;
      isAnswered = false;
    });
    far.on('data', () => {
      isAnswered = true;
    });
  }

  /** From now on the way through takes this long, in each direction. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Every so many answers half of what arrives gets through, and the connection is reset; 0 for none. */
  cutAnswers(every: number): void {
    this.#isCut = everyNth(every);
  }

  #passOrCut(answer: Buffer, near: Socket): Buffer | undefined {
    if (!this.#isCut()) return answer;
    near.write(answer.subarray(0, answer.length / 2), () => near.resetAndDestroy());
    return undefined;
  }

  /** Every so many requests get this answer, and do not reach the backend; 0 for none. */
  refuseWith(refusal: string, every: number): void {
    this.#refusal = refusal;
    this.#isRefused = everyNth(every);
  }

  #passOrRefuse(request: Buffer, near: Socket): Buffer | undefined {
    const isRestOfRefused = near.writableEnded;
    if (isRestOfRefused) return undefined;
    if (!this.#isRefused()) return request;
    near.end(this.#refusal);
    return undefined;
  }

  /** A black hole: connections stay and are accepted, but nothing gets through. */
  silence(): void {
    this.#silent = true;
    for (const socket of this.#sockets) quieten(socket);
  }

  /** Silenced connections are gone; new ones get through. */
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

/** Says yes at every nth call. */
function everyNth(n: number): () => boolean {
  let calls = 0;
  return () => n > 0 && ++calls % n === 0;
}

function changed(change: (chunk: Buffer) => Buffer | undefined): Transform {
  return new Transform({
    transform(chunk, _, done) {
      done(null, change(chunk));
    },
  });
}

/** With unlimited data in flight, as on a wire. */
function delayed(ms: () => number): Transform {
  return new Transform({
    transform(chunk, _, done) {
      if (ms() === 0) this.push(chunk);
      else setTimeout(() => this.push(chunk), ms());
      done();
    },
  });
}

function quieten(socket: Socket): void {
  socket.unpipe();
  socket.pause();
}
