import type { MailMessage } from '../../gateways/mail/mail.js';

export type ResetLanguage = 'en' | 'ja';
type MailText = Pick<MailMessage, 'subject' | 'text'>;

const resets: Record<ResetLanguage, (url: string) => [subject: string, ...paragraphs: string[]]> = {
  en: (url) => [
    'Reset your password',
    'Somebody, we hope you, has forgotten the password of this address at the Workbook Data Service.',
    `To choose another, open this address:\n${url}`,
    'It works once, for an hour. All your sessions end then; your second factor stays.',
    'If it was not you, ignore this message: nothing has changed.',
  ],
  ja: (url) => [
    'パスワードの再設定',
    'Workbook Data Service で、このメールアドレスのパスワードの再設定が申し込まれました。',
    `新しいパスワードを設定するには、次のアドレスを開いてください。\n${url}`,
    'リンクは 1 回だけ、1 時間以内に使えます。再設定するとすべてのセッションが終了します。2 段階認証の設定は変わりません。',
    'お心当たりがない場合は、このメールを無視してください。何も変更されていません。',
  ],
};

const elsewhere: Record<ResetLanguage, (url: string) => [subject: string, ...paragraphs: string[]]> = {
  en: (url) => [
    'You sign in with your organization',
    'Somebody, we hope you, has asked for a new password for this address at the Workbook Data Service.',
    `You have no password here: sign in with your organization, at this address:\n${url}`,
    'If it was not you, ignore this message: nothing has changed.',
  ],
  ja: (url) => [
    '組織のアカウントでサインインしてください',
    'Workbook Data Service で、このメールアドレスのパスワードの再設定が申し込まれました。',
    `パスワードは設定されていません。次のアドレスから、組織のアカウントでサインインしてください。\n${url}`,
    'お心当たりがない場合は、このメールを無視してください。何も変更されていません。',
  ],
};

export const resetMail = (language: ResetLanguage, { url }: { url: string }): MailText =>
  mailText(resets[language](url));

/** For users without a password, who sign in with a provider. */
export const signInElsewhereMail = (language: ResetLanguage, { url }: { url: string }): MailText =>
  mailText(elsewhere[language](url));

function mailText([subject, ...paragraphs]: [string, ...string[]]): MailText {
  return { subject, text: paragraphs.join('\n\n') };
}
