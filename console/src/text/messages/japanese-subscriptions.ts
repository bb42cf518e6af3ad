import type { InJapanese } from './japanese-words.js';

/** About reports that are mailed. */
export const japaneseSubscriptions = {
  'subscription-unknown': ({ subscription }) => `購読 ${subscription} はありません。`,
  'fix-subscriptions': () => '一覧から選び直してください。',
  'subscription-of-report-exists': () => 'このレポートは、すでにこの宛先に送信されています。',
  'fix-subscription-of-report-exists': () => '登録済みの購読を変更してください。',
  'subscription-recipient': () => 'この宛先にはレポートを送信できません。',
  'fix-subscription-recipient': () =>
    'メールアドレスを確認済みで、このワークブックを閲覧できるメンバーを選んでください。',
  'field-no-recipient': () => 'には送信できません',
  'fix-subscription-timing': () =>
    '間隔、「0 8 * * 1-5」のような 5 項目の cron 式、データの変更のいずれか 1 つとタイムゾーンを指定してください。',
  'field-every-cron-or-change': () => '、cron、データの変更のいずれか 1 つを指定してください',
  'field-only-on-change': () => 'は、データが変わったときの送信にだけ指定できます',
  'subscription-needs-mail': () => 'メールサーバーが設定されていません。',
  'fix-subscription-needs-mail': () => 'サービスの管理者に設定を依頼してください。',
  'subscription-ended': () => '購読は終了しています。',
  'subscription-no-access': () => '宛先のユーザーには、このレポートを閲覧する権限がありません。',
  'mail-server-silent': () => 'メールサーバーが応答しません。',
  'mail-refused': ({ status }) => `メールサーバーがメールを受け付けませんでした（${status}）。`,
  'mail-outcome-unknown': () => '送信が中断されたため、メールが届いたかどうか分かりません。再送はしません。',
} satisfies Partial<InJapanese>;
