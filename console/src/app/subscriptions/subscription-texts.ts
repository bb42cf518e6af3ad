import { messages } from '../../text/text.js';

export const subscriptionTexts = messages(
  {
    subscribe: 'Subscribe…',
    heading: (name: string) => `Mail me the report ${name}`,
    about: 'You get it by mail as you may see it, and every mail has a link that ends it.',
    when: 'When',
    onChange: 'When its data changed, at most every hour',
    file: 'Excel file',
    file_none: 'None',
    file_attach: 'Attached to the mail',
    file_link: 'A link to it',
    save: 'Subscribe',
    change: 'Save',
    end: 'Unsubscribe',
    saved: (name: string) => `The report ${name} is mailed to you.`,
  },
  {
    subscribe: '購読…',
    heading: (name: string) => `レポート「${name}」をメールで受け取る`,
    about: '閲覧できる範囲の内容がメールで届きます。どのメールのリンクからも解除できます。',
    when: '送信のタイミング',
    onChange: 'データが変わったとき（1 時間に 1 回まで）',
    file: 'Excel ファイル',
    file_none: 'なし',
    file_attach: 'メールに添付',
    file_link: 'リンクで知らせる',
    save: '購読',
    change: '保存',
    end: '購読を解除',
    saved: (name: string) => `レポート「${name}」をメールで送ります。`,
  },
);
