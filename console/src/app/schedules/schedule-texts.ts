import type { Schedule } from '@workbook-data-service/client/api';
import { messages, useText } from '../../text/text.js';

export const scheduleTexts = messages(
  {
    set: 'Update by itself',
    setOf: (name: string) => `Update ${name} by itself`,
    what: 'What to update',
    pull_file: 'Files of drives',
    pull_url: 'Files',
    refresh: 'Derived tables',
    nothing: 'Nothing is left that can be updated by itself: files and derived tables can.',
    tableHint: 'It is recomputed a few seconds after what it is computed from has changed.',
    howOften: 'How often',
    every_15m: 'Every 15 minutes',
    every_1h: 'Every hour',
    every_6h: 'Every 6 hours',
    every_1d: 'Every day',
    every_7d: 'Every week',
    onChange: 'When its data changes',
    atTimes: 'At set times',
    cron: 'Times, as a cron expression',
    cronHint: 'Minute, hour, day, month and day of the week: 0 8 * * 1-5 is at 8:00 on working days.',
    timeZone: 'Time zone',
    address: 'Web address of the file',
    otherAddress: 'Web address, if it is another one or has a part behind “?”',
    save: 'Save',
    saved: (name: string) => `${name} is updated by itself.`,
    keepFresh: 'Recompute it by itself when its data changes',
  },
  {
    set: '自動更新を設定',
    setOf: (name: string) => `「${name}」の自動更新`,
    what: '更新する対象',
    pull_file: 'ドライブのファイル',
    pull_url: 'ファイル',
    refresh: '派生表',
    nothing: '自動更新を設定できるのは、ファイルと派生表です。ほかに対象はありません。',
    tableHint: '元のデータが変わると、数秒後に再計算されます。',
    howOften: '頻度',
    every_15m: '15 分ごと',
    every_1h: '1 時間ごと',
    every_6h: '6 時間ごと',
    every_1d: '毎日',
    every_7d: '毎週',
    onChange: 'データが変わったとき',
    atTimes: '日時を指定',
    cron: '日時（cron 式）',
    cronHint: '分、時、日、月、曜日の順です。「0 8 * * 1-5」は平日の 8:00 です。',
    timeZone: 'タイムゾーン',
    address: 'ファイルの URL',
    otherAddress: 'URL（別の URL や「?」以降が必要な場合）',
    save: '保存',
    saved: (name: string) => `「${name}」を自動で更新します。`,
    keepFresh: '元のデータが変わったら自動で再計算する',
  },
);

/** When a schedule runs, in words where it has them. */
export function useRhythm(): (schedule: Pick<Schedule, 'every' | 'cron' | 'time_zone'>) => string {
  const text = useText(scheduleTexts);
  return ({ every, cron, time_zone: zone }) => {
    if (every !== null) return text[`every_${every}`];
    return cron === null ? text.onChange : `${cron} (${zone ?? 'UTC'})`;
  };
}
