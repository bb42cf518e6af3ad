/** Plain text for one person. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  /** Returns once the mail server has taken the message. */
  send(message: MailMessage): Promise<void>;
}
