import type { MailLanguage } from '@workbook-data-service/contract/subscriptions';

/** What a mail says besides its report. */
interface MailWords {
  subject(title: string, date: string): string;
  open: string;
  rest: string;
  fileLinked: string;
  fileTooLarge: string;
  why(workbook: string): string;
  stop: string;
}

export const mailWords: Record<MailLanguage, MailWords> = {
  en: {
    subject: (title, date) => `${title} – ${date}`,
    open: 'Open the report',
    rest: 'This mail shows a part of the report.',
    fileLinked: 'The report has it as an Excel file too.',
    fileTooLarge: 'The Excel file is too large for a mail: the report has it.',
    why: (workbook) =>
      `You get this mail because you are subscribed to this report of the workbook “${workbook}”.`,
    stop: 'Unsubscribe',
  },
  ja: {
    subject: (title, date) => `${title}（${date}）`,
    open: 'レポートを開く',
    rest: 'このメールには、レポートの一部だけを載せています。',
    fileLinked: 'Excel ファイルは、レポートのページからダウンロードできます。',
    fileTooLarge: 'Excel ファイルは大きいため添付していません。レポートのページからダウンロードできます。',
    why: (workbook) =>
      `このメールは、ワークブック「${workbook}」のレポートの配信登録に基づいてお送りしています。`,
    stop: '配信を停止',
  },
};

const locales: Record<MailLanguage, string> = { en: 'en-GB', ja: 'ja-JP' };

/** A day by the clocks of the reader. */
export function dayOf(at: Date, language: MailLanguage, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at);
}

export function momentOf(at: Date, language: MailLanguage, timeZone: string): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const zone = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  return `${new Intl.DateTimeFormat(locales[language], form).format(at)} ${zone?.value ?? timeZone}`;
}
