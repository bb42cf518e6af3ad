import type { InJapanese } from './japanese-words.js';

/** About what the service does by itself. */
export const japaneseSchedules = {
  'schedule-unknown': ({ schedule }) => `スケジュール ${schedule} はありません。`,
  'fix-schedules': () => '一覧から選び直してください。',
  'schedule-timing': () => 'この日時には実行できません。',
  'fix-schedule-timing': () =>
    '間隔を選ぶか、「0 8 * * 1-5」のような 5 項目の cron 式とタイムゾーンを指定してください。',
  'field-every-or-cron': () => 'か cron のどちらか一方を指定してください',
  'field-cron-invalid': () => 'は 5 項目の cron 式ではありません',
  'field-cron-never': () => 'に当てはまる日時がありません',
  'field-cron-too-frequent': () => 'は 15 分に 1 回より多くなります',
  'field-time-zone-unknown': () => 'はタイムゾーンではありません',
  'schedule-needs-url': ({ source }) => `「${source}」を取得したアドレスが分かりません。`,
  'schedule-url-lost': () => '保存したアドレスを読み出せません。もう一度指定してください。',
  'schedule-no-access': () => 'このスケジュールのユーザーには、この操作の権限がありません。',
  'refresh-not-derived': ({ table }) => `「${table}」は派生表ではないため、再計算するものがありません。`,
} satisfies Partial<InJapanese>;
