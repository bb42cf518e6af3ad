import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A receiver of webhooks on loopback, which takes everything until it is told otherwise. */
export class WebhookReceiver {
  readonly received: ReceivedMessage[] = [];
  /** Called with each message that has arrived; a test replaces it to misbehave. */
  answer: RequestListener = (_, response) => response.end();
  readonly #server: Server;
  #waiting: (() => void)[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const receiver = new WebhookReceiver(server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      receiver.received.push({
        path: request.url ?? '',
        headers: request.headers,
        text: Buffer.concat(chunks).toString(),
      });
      receiver.answer(request, response);
      for (const resolve of receiver.#waiting.splice(0)) resolve();
    });
    return receiver;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** The bodies, in the order of their arrival. */
  get bodies(): Record<string, unknown>[] {
    return this.received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  }

  /** Waits until so many messages have arrived. */
  async messages(count: number): Promise<ReceivedMessage[]> {
    while (this.received.length < count)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    return this.received;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
