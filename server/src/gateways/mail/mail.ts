/** A message for one person. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  /** The same for every attempt to send it, so that a repetition can be told from another message. */
  messageId?: string;
  /** The same as a page, which may show the pictures. */
  html?: string;
  pictures?: readonly MailPicture[];
  attachments?: readonly MailAttachment[];
  /** Where a POST ends mails like this one (RFC 8058). */
  unsubscribeUrl?: string;
}

/** What the page of a message shows as `cid:…`. */
export interface MailPicture {
  cid: string;
  png: Uint8Array;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

export interface Mail {
  /**
   * Returns once the mail server has taken the message, and throws `MailNotTaken` if it certainly has not. After any other
   * error it may have.
   */
  send(message: MailMessage): Promise<void>;
}

/** The mail server was not reached, or refused the message. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';

  constructor(
    /** What the server answered; undefined if it was not reached. */
    readonly status: number | undefined,
    cause: unknown,
  ) {
    super('the mail server did not take a message', { cause });
  }

  /** Whether another attempt would end in the same way. */
  get isForGood(): boolean {
    return this.status !== undefined && this.status >= 500;
  }
}
