import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually.js';

interface ReceivedMail {
  to: string[];
  from: string;
  text: string;
  /** As it came. */
  raw: string;
}

/** A mail server on loopback that keeps what it gets, and refuses mailboxes whose name begins with `unknown`. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Takes messages and ends the connection without an answer, as a server that dies. */
  isDying = false;
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('unknown') ? new Error('no such mailbox') : undefined),
    onData: (stream, { envelope, id }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const raw = Buffer.concat(chunks).toString();
        this.received.push({ to, from, raw, text: raw.replaceAll('=\r\n', '') });
        if (this.isDying) this.#hangUp(id);
        else done();
      });
    },
  });

  static async start(): Promise<MailServer> {
    const mail = new MailServer();
    await new Promise<void>((resolve) => mail.#server.listen(0, '127.0.0.1', resolve));
    return mail;
  }

  /** The variables of a service that sends its mail here. */
  get env(): Record<string, string> {
    const { port } = this.#server.server.address() as AddressInfo;
    return { SVC_SMTP_URL: `smtp://127.0.0.1:${port}`, SVC_MAIL_FROM: 'data@example.com' };
  }

  #hangUp(session: string): void {
    for (const connection of this.#server.connections as Set<{ id: string; close: () => void }>)
      if (connection.id === session) connection.close();
  }

  /** The path of the link in the latest mail to an address, once there is one to a page of this kind. */
  async linkTo(address: string, page: 'invitations' | 'verify'): Promise<string> {
    const link = new RegExp(`https?://[^/\\s]+(/${page}/[\\w-]+)`);
    return await eventually(async () => {
      const mails = this.received.filter(({ to }) => to.includes(address)).reverse();
      return mails.map(({ text }) => link.exec(text)?.[1]).find((path) => path !== undefined);
    });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
