import type { Op } from '@workbook-data-service/client/api';
import type { Language } from '../../app/preferences.js';

/** What ops are filtered by: the word before the dot of their kind. */
export const opGroups = [
  'rows',
  'overrides',
  'column',
  'formula',
  'table',
  'annotations',
  'source',
  'file',
  'branch',
  'transform',
  'snapshot',
  'version',
  'sheet',
  'chart',
  'policy',
  'workbook',
] as const;
export type OpGroup = (typeof opGroups)[number];

export const groupNames: Record<Language, Record<OpGroup, string>> = {
  en: {
    rows: 'Rows',
    overrides: 'Overrides',
    column: 'Columns',
    formula: 'Formulas',
    table: 'Tables',
    annotations: 'Notes and styles',
    source: 'Files',
    file: 'Tracked files',
    branch: 'Exports',
    transform: 'Transforms',
    snapshot: 'Snapshots',
    version: 'Versions',
    sheet: 'Reports',
    chart: 'Charts',
    policy: 'Policies',
    workbook: 'Workbook',
  },
  ja: {
    rows: '行',
    overrides: '上書き',
    column: '列',
    formula: '数式',
    table: '表',
    annotations: 'メモと書式',
    source: 'ファイル',
    file: '追跡ファイル',
    branch: 'エクスポート',
    transform: '変換',
    snapshot: 'スナップショット',
    version: 'バージョン',
    sheet: 'レポート',
    chart: 'グラフ',
    policy: 'ポリシー',
    workbook: 'ワークブック',
  },
};

/** Beginnings and ends around a name or a number that the op mentions. */
type Phrase = (named: string, count: number) => string;

const rows = (count: number): string => (count === 1 ? '1 row' : `${count || ''} rows`.trim());
const english: Record<string, Phrase> = {
  'rows.upsert': (_, count) => `Wrote ${rows(count)}`,
  'rows.edit': (_, count) => `Edited ${rows(count)}`,
  'rows.delete': (_, count) => `Deleted ${rows(count)}`,
  'rows.merge': (file) => `Merged ${file || 'a returned file'}`,
  'rows.undo': (op) => `Undid change ${op}`,
  'overrides.drop': () => 'Dropped overrides',
  'column.add': (column) => `Added column ${column}`,
  'column.drop': (column) => `Dropped column ${column}`,
  'column.rename': (column) => `Renamed column ${column}`,
  'column.retype': (column) => `Changed the type of column ${column}`,
  'column.tag': (column) => `Tagged column ${column}`,
  'column.untag': (column) => `Removed a tag from column ${column}`,
  'formula.set': (column) => `Set the formula of column ${column}`,
  'table.formula': (column) => `Set the formula of column ${column}`,
  'table.create': (table) => `Created table ${table}`,
  'table.rename': (table) => `Renamed the table to ${table}`,
  'table.delete': () => 'Deleted the table',
  'table.archive': () => 'Archived the table',
  'table.unarchive': () => 'Brought the table back from the archive',
  'annotations.set': () => 'Set notes or styles',
  'annotations.delete': () => 'Removed notes or styles',
  'source.ingest': (file) => `Added file ${file}`,
  'source.revise': (file) => `Revised with file ${file}`,
  'source.analyze': (file) => `Analysed ${file}`,
  'source.structure': (file) => `Structured ${file}`,
  'source.correct_spec': (file) => `Corrected how ${file} is read`,
  'source.materialize': (file) => `Made tables of ${file}`,
  'source.delete': (file) => `Deleted file ${file}`,
  'file.track': (file) => `Began to track ${file}`,
  'file.version': (file) => `Took a new version of ${file}`,
  'file.revert': (n) => `Went back to version ${n} of a tracked file`,
  'file.untrack': () => 'Stopped tracking a file',
  'branch.create': () => 'Exported for editing',
  'branch.close': () => 'Closed an export',
  'transform.run': (name) => `Ran transform ${name}`,
  'transform.update': (name) => `Changed transform ${name}`,
  'transform.delete': () => 'Deleted a transform',
  'snapshot.commit': (summary) => `Took a snapshot: ${summary}`,
  'snapshot.restore': () => 'Restored an earlier state',
  'version.create': (label) => `Pinned version ${label}`,
  'sheet.put': () => 'Changed a report',
  'sheet.delete': () => 'Deleted a report',
  'sheet.bind': () => 'Bound the table to an external sheet',
  'sheet.unbind': () => 'Unbound the table from an external sheet',
  'chart.put': (name) => `Changed chart ${name}`,
  'chart.delete': (name) => `Deleted chart ${name}`,
  'policy.set': () => 'Set a policy',
  'policy.remove': () => 'Removed a policy',
  'workbook.rename': () => 'Renamed the workbook',
  'workbook.update': () => 'Changed the workbook',
};

const counted = (count: number): string => (count ? `${count} 行` : '行');
const japanese: Record<string, Phrase> = {
  'rows.upsert': (_, count) => `${counted(count)}を書き込み`,
  'rows.edit': (_, count) => `${counted(count)}を編集`,
  'rows.delete': (_, count) => `${counted(count)}を削除`,
  'rows.merge': (file) => `${file || '戻されたファイル'}を統合`,
  'rows.undo': (op) => `変更 ${op} を取り消し`,
  'overrides.drop': () => '上書きを解除',
  'column.add': (column) => `列「${column}」を追加`,
  'column.drop': (column) => `列「${column}」を削除`,
  'column.rename': (column) => `列「${column}」の名前を変更`,
  'column.retype': (column) => `列「${column}」の型を変更`,
  'column.tag': (column) => `列「${column}」にタグを追加`,
  'column.untag': (column) => `列「${column}」のタグを解除`,
  'formula.set': (column) => `列「${column}」の数式を設定`,
  'table.formula': (column) => `列「${column}」の数式を設定`,
  'table.create': (table) => `表「${table}」を作成`,
  'table.rename': (table) => `表の名前を「${table}」に変更`,
  'table.delete': () => '表を削除',
  'table.archive': () => '表をアーカイブ',
  'table.unarchive': () => '表をアーカイブから復帰',
  'annotations.set': () => 'メモや書式を設定',
  'annotations.delete': () => 'メモや書式を削除',
  'source.ingest': (file) => `ファイル ${file} を追加`,
  'source.revise': (file) => `ファイル ${file} で更新`,
  'source.analyze': (file) => `${file} を解析`,
  'source.structure': (file) => `${file} を構造化`,
  'source.correct_spec': (file) => `${file} の読み取り方を修正`,
  'source.materialize': (file) => `${file} から表を作成`,
  'source.delete': (file) => `ファイル ${file} を削除`,
  'file.track': (file) => `${file} の追跡を開始`,
  'file.version': (file) => `${file} の新しい版を取り込み`,
  'file.revert': (n) => `追跡ファイルを版 ${n} に戻す`,
  'file.untrack': () => 'ファイルの追跡を終了',
  'branch.create': () => '編集用にエクスポート',
  'branch.close': () => 'エクスポートを終了',
  'transform.run': (name) => `変換 ${name} を実行`,
  'transform.update': (name) => `変換 ${name} を変更`,
  'transform.delete': () => '変換を削除',
  'snapshot.commit': (summary) => `スナップショットを作成: ${summary}`,
  'snapshot.restore': () => '以前の状態を復元',
  'version.create': (label) => `バージョン「${label}」を作成`,
  'sheet.put': () => 'レポートを変更',
  'sheet.delete': () => 'レポートを削除',
  'sheet.bind': () => '外部シートに紐付け',
  'sheet.unbind': () => '外部シートの紐付けを解除',
  'chart.put': (name) => `グラフ ${name} を変更`,
  'chart.delete': (name) => `グラフ ${name} を削除`,
  'policy.set': () => 'ポリシーを設定',
  'policy.remove': () => 'ポリシーを削除',
  'workbook.rename': () => 'ワークブックの名前を変更',
  'workbook.update': () => 'ワークブックを変更',
};

const phrases: Record<Language, Record<string, Phrase>> = { en: english, ja: japanese };

/** What an op did, in a few words without its table. A kind that is not known here is named as it is. */
export function opWords({ kind, code }: Pick<Op, 'kind' | 'code'>, language: Language): string {
  const phrase = phrases[language][kind];
  return phrase ? phrase(nameIn(kind, code), rowsIn(code).length).trim() : kind;
}

interface Code {
  path?: string;
  body?: Record<string, unknown>;
  [input: string]: unknown;
}

/** The cells that an op wrote, where its code says. */
export function rowsIn(code: unknown): Record<string, unknown>[] {
  const { body } = (code ?? {}) as Code;
  const { rows: written, row_ids: ids } = body ?? {};
  if (Array.isArray(written)) return written as Record<string, unknown>[];
  return Array.isArray(ids) ? ids.map((id: unknown) => ({ __svc_row_id: id })) : [];
}

/** Of what an op names, that which tells it from others of its kind. */
function nameIn(kind: string, code: unknown): string {
  const { path = '', body, ...input } = (code ?? {}) as Code;
  const named = { ...input, ...body };
  const inPath = /^(?:columns|sources|ops)\/([^/]+)/.exec(path)?.[1];
  if (kind === 'table.rename' || kind === 'table.create') return text(named.name);
  if (kind === 'file.revert') return /versions\/(\d+)/.exec(path)?.[1] ?? '';
  if (inPath !== undefined) return decodeURIComponent(inPath);
  return text(
    named.column ??
      named.filename ??
      named.label ??
      named.summary ??
      named.name ??
      named.transform ??
      named.source,
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
