import type { InJapanese } from './japanese-words.js';

/** Why work that the service does by itself has failed. */
export const japaneseJobs = {
  'job-failed': () => 'サービス側で問題が発生しました。',
  'job-interrupted': () => '処理が何度も中断されました。',
  'connection-failed': () => 'サーバーに接続できませんでした。',
  'delivery-out-of-reach': () => '送信していません。この Webhook の対象範囲にないワークブックです。',
  'delivery-subscription-ended': () => 'この Webhook は終了しています。',
  'delivery-given-up': () => '24 時間にわたって届かなかったため、送信をやめました。',
  'source-unreadable': () => '読み取れませんでした。',
  'receiver-answered': ({ status }) => `送信先が ${status} を返しました。`,
  'receiver-redirects': ({ status }) => `送信先が ${status} を返しました。転送先へは送信しません。`,
} satisfies Partial<InJapanese>;
