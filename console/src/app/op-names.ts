import type { Op } from '@workbook-data-service/client/api';
import type { OpKind } from '@workbook-data-service/client/messages';
import type { Language } from '../preferences.js';

/** What ops are filtered by: the word before the dot of their kind. */
export type OpGroup = OpKind extends `${infer Group}.${string}` ? Group : never;

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
    op: 'Undone',
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
    policy: 'ルール',
    workbook: 'ワークブック',
    op: '元に戻した変更',
  },
};

export const opGroups = Object.keys(groupNames.en) as OpGroup[];

/** Beginnings and ends around a name or a number that the op mentions. */
type Phrase = (named: string, count: number) => string;

/** The code of an op is withheld from readers who may not see all of it, and its names with it. */
const called = (one: string, thing: string, name: string): string =>
  name ? `${thing} ${name}` : `${one} ${thing}`;
const column = (name: string): string => called('a', 'column', name);
const file = (name: string): string => name || 'a file';
const transform = (name: string): string => called('a', 'transform', name);
const chart = (name: string): string => called('a', 'chart', name);
const rows = (count: number): string => (count === 1 ? '1 row' : `${count || ''} rows`.trim());
const english: Record<OpKind, Phrase> = {
  'rows.upsert': (cell, count) => (cell ? `Set ${cell}` : `Wrote ${rows(count)}`),
  'rows.delete': (_, count) => `Deleted ${rows(count)}`,
  'rows.merge': (name) => `Merged ${name || 'a returned file'}`,
  'rows.undo': (op) => `Undid ${called('a', 'change', op)}`,
  'op.undo': (op) => `Undid ${called('a', 'change', op)}`,
  'overrides.drop': () => 'Dropped overrides',
  'column.add': (name) => `Added ${column(name)}`,
  'column.drop': (name) => `Dropped ${column(name)}`,
  'column.rename': (name) => `Renamed ${column(name)}`,
  'column.retype': (name) => `Changed the type of ${column(name)}`,
  'column.describe': (name) => `Described ${column(name)}`,
  'column.tag': (name) => `Tagged ${column(name)}`,
  'column.untag': (name) => `Removed a tag from ${column(name)}`,
  'formula.set': (name) => `Set the formula of ${column(name)}`,
  'table.create': (name) => `Created ${called('a', 'table', name)}`,
  'table.rename': (name) => `Renamed the table${name && ` to ${name}`}`,
  'table.delete': () => 'Deleted the table',
  'table.describe': () => 'Described the table',
  'table.archive': () => 'Archived the table',
  'table.unarchive': () => 'Brought the table back from the archive',
  'annotations.set': () => 'Set notes or styles',
  'annotations.delete': () => 'Removed notes or styles',
  'source.ingest': (name) => `Added ${called('a', 'file', name)}`,
  'source.revise': (name) => `Revised with ${called('a', 'file', name)}`,
  'source.analyze': (name) => `Analysed ${file(name)}`,
  'source.structure': (name) => `Structured ${file(name)}`,
  'source.correct_spec': (name) => `Corrected how ${file(name)} is read`,
  'source.materialize': (name) => `Made tables of ${file(name)}`,
  'source.delete': (name) => `Deleted ${called('a', 'file', name)}`,
  'file.track': (name) => `Began to track ${file(name)}`,
  'file.version': (name) => `Took a new version of ${file(name)}`,
  'file.revert': (n) => `Went back to ${called('an earlier', 'version', n)} of a tracked file`,
  'file.untrack': () => 'Stopped tracking a file',
  'branch.create': () => 'Exported for editing',
  'branch.close': () => 'Closed an export',
  'transform.create': (name) => `Created ${transform(name)}`,
  'transform.run': (name) => `Ran ${transform(name)}`,
  'transform.update': (name) => `Changed ${transform(name)}`,
  'transform.delete': () => 'Deleted a transform',
  'snapshot.commit': (summary) => `Took a snapshot${summary && `: ${summary}`}`,
  'snapshot.restore': () => 'Restored an earlier state',
  'version.create': (label) => `Pinned ${called('a', 'version', label)}`,
  'sheet.put': () => 'Changed a report',
  'sheet.delete': () => 'Deleted a report',
  'sheet.bind': () => 'Bound the table to an external sheet',
  'sheet.unbind': () => 'Unbound the table from an external sheet',
  'chart.put': (name) => `Changed ${chart(name)}`,
  'chart.delete': (name) => `Deleted ${chart(name)}`,
  'policy.set': () => 'Set a policy',
  'policy.remove': () => 'Removed a policy',
  'workbook.update': () => 'Changed the workbook',
};

const quoted = (thing: string, name: string): string => (name ? `${thing}「${name}」` : thing);
const named = (name: string): string => (name ? `「${name}」` : 'ファイル');
const counted = (count: number): string => (count ? `${count} 行` : '行');
const japanese: Record<OpKind, Phrase> = {
  'rows.upsert': (cell, count) => (cell ? `${cell}に変更` : `${counted(count)}を書き込み`),
  'rows.delete': (_, count) => `${counted(count)}を削除`,
  'rows.merge': (name) => `${name ? named(name) : '戻されたファイル'}を統合`,
  'rows.undo': (op) => `変更${op && ` ${op} `}を元に戻す`,
  'op.undo': (op) => `変更${op && ` ${op} `}を元に戻す`,
  'overrides.drop': () => '上書きを解除',
  'column.add': (name) => `${quoted('列', name)}を追加`,
  'column.drop': (name) => `${quoted('列', name)}を削除`,
  'column.rename': (name) => `${quoted('列', name)}の名前を変更`,
  'column.retype': (name) => `${quoted('列', name)}の型を変更`,
  'column.describe': (name) => `${quoted('列', name)}に説明を追加`,
  'column.tag': (name) => `${quoted('列', name)}にタグを追加`,
  'column.untag': (name) => `${quoted('列', name)}のタグを解除`,
  'formula.set': (name) => `${quoted('列', name)}の数式を設定`,
  'table.create': (name) => `${quoted('表', name)}を作成`,
  'table.rename': (name) => `表の名前を${name && `「${name}」に`}変更`,
  'table.delete': () => '表を削除',
  'table.describe': () => '表に説明を追加',
  'table.archive': () => '表をアーカイブ',
  'table.unarchive': () => '表をアーカイブから戻す',
  'annotations.set': () => 'メモや書式を設定',
  'annotations.delete': () => 'メモや書式を削除',
  'source.ingest': (name) => `${quoted('ファイル', name)}を追加`,
  'source.revise': (name) => `${quoted('ファイル', name)}で更新`,
  'source.analyze': (name) => `${named(name)}を読み取り`,
  'source.structure': (name) => `${named(name)}を構造化`,
  'source.correct_spec': (name) => `${named(name)}の読み取り方を修正`,
  'source.materialize': (name) => `${named(name)}から表を作成`,
  'source.delete': (name) => `${quoted('ファイル', name)}を削除`,
  'file.track': (name) => `${named(name)}の追跡を開始`,
  'file.version': (name) => `${named(name)}の新しい版を取り込み`,
  'file.revert': (n) => `追跡ファイルを${n ? `版 ${n} ` : '以前の版'}に戻す`,
  'file.untrack': () => 'ファイルの追跡を終了',
  'branch.create': () => '編集用にエクスポート',
  'branch.close': () => 'エクスポートを終了',
  'transform.create': (name) => `${quoted('変換', name)}を作成`,
  'transform.run': (name) => `${quoted('変換', name)}を実行`,
  'transform.update': (name) => `${quoted('変換', name)}を変更`,
  'transform.delete': () => '変換を削除',
  'snapshot.commit': (summary) => `スナップショットを作成${summary && `: ${summary}`}`,
  'snapshot.restore': () => '以前の状態を復元',
  'version.create': (name) => `${quoted('バージョン', name)}を保存`,
  'sheet.put': () => 'レポートを変更',
  'sheet.delete': () => 'レポートを削除',
  'sheet.bind': () => '外部シートに紐付け',
  'sheet.unbind': () => '外部シートの紐付けを解除',
  'chart.put': (name) => `${quoted('グラフ', name)}を変更`,
  'chart.delete': (name) => `${quoted('グラフ', name)}を削除`,
  'policy.set': () => 'ルールを設定',
  'policy.remove': () => 'ルールを削除',
  'workbook.update': () => 'ワークブックを変更',
};

export const opKinds = Object.keys(english) as OpKind[];

const phrases: Record<Language, Partial<Record<string, Phrase>>> = { en: english, ja: japanese };

/** What an op did, in a few words without its table. A kind of a newer service is named as it is. */
export function opWords({ kind, code }: Pick<Op, 'kind' | 'code'>, language: Language): string {
  const phrase = phrases[language][kind];
  const named = kind === 'rows.upsert' ? cellIn(code, language) : nameIn(kind, code);
  return phrase ? phrase(named, rowsIn(code).length).trim() : kind;
}

const LONGEST_VALUE = 40;

/** The cell that an edit of one cell wrote, and its new value; empty for other edits. */
function cellIn(code: unknown, language: Language): string {
  const [row, ...others] = rowsIn(code);
  const { __svc_row_id: id, ...cells } = row ?? {};
  const [cell, ...more] = Object.entries(cells);
  if (id === undefined || !cell || others.length + more.length > 0) return '';
  const [column, value] = cell;
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  const short = shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE)}…` : shown;
  if (language === 'ja') return `行 ${id} の「${column}」を${value === null ? '空白' : `「${short}」`}`;
  return `${column} of row ${id} to ${value === null ? 'nothing' : short}`;
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
  const given = { ...input, ...body };
  const inPath = /^(?:columns|sources|ops)\/([^/]+)/.exec(path)?.[1];
  if (kind === 'table.rename' || kind === 'table.create') return text(given.name);
  if (kind === 'file.revert') return /versions\/(\d+)/.exec(path)?.[1] ?? '';
  if (inPath !== undefined) return decodeURIComponent(inPath);
  return text(
    given.column ??
      given.filename ??
      given.label ??
      given.summary ??
      given.name ??
      given.transform ??
      given.source,
  );
}

/** An id, which op codes hold where names may change, tells a person nothing. */
const text = (value: unknown): string =>
  typeof value === 'string' && !/^[a-z]{2,3}_[0-9a-f]{32}$/.test(value) ? value : '';
