/** Plain text for one person. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  /** The same for every attempt to send it, so that a repetition can be told from another message. */
  messageId?: string;
}

export interface Mail {
  /** Returns once the mail server has taken the message. */
  send(message: MailMessage): Promise<void>;
}
