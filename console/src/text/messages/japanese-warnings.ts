import { grouped, type InJapanese, typed } from './japanese-words.js';

interface Places {
  sheet: string;
  places: readonly string[];
  more: number;
}

const at = ({ sheet, places, more }: Places): string =>
  `シート「${sheet}」の ${places.join('、')}${more > 0 ? ` ほか ${grouped(more)} か所` : ''}`;

/** Before a sentence that follows another. */
const after = (sentence: string): string => (sentence.endsWith('。') ? sentence : `${sentence} `);

const moreCells = (more: number): string => (more > 0 ? ` ほか ${grouped(more)} セル` : '');

/** What a reader should know of an answer, though nothing failed. */
export const japaneseWarnings = {
  'warn-influence': ({ table, tag }) =>
    `「${table}」にどの行があるかは、タグ「${tag}」の付いた非表示の列によって決まります。`,
  'warn-governed-column': ({ column, tags }) =>
    `列「${column}」はルールで保護されています（${tags.join('、')}）。同期はまだ行われませんが、行われると値がサービスの外に出て、ルールで保護されなくなります。`,

  'warn-of-table': ({ table, why }) => `「${table}」: ${why}`,
  'warn-table-absent': ({ table }) => `ファイルに、表「${table}」がありません。`,
  'warn-deletes-most': ({ why }) => `${after(why)}続けるには、削除を確認してください。`,
  'warn-replaces-rows': ({ why }) =>
    `${after(why)}すべての行が置き換わります。続けるには、削除を確認してください。`,
  'warn-typed-over': (places) =>
    `${at(places)} は、計算される列か書き込めない列に入力されているため、反映されません。`,
  'warn-total-rows': (places) => `${at(places)} は、ほかの行の合計のため、行として扱われません。`,
  'warn-rows-below': (places) => `${at(places)} は、データの下にあるため、行として扱われません。`,
  'warn-without-heading': ({ places, ...rest }) =>
    `${at({ ...rest, places: places.map((column) => `列 ${column}`) })} には見出しがないため、反映されません。`,
  'warn-unlike-rows': ({ places, ...rest }) =>
    `${at({ ...rest, places: places.map((row) => `${row} 行目`) })} は、行 ID がなく、前に取り込んだどの行とも異なるため、新しい行になります。`,
  'warn-copied-rows': ({ copies }) =>
    `${grouped(copies)} 行は、ほかの行か削除された行と同じ行 ID のため、新しい行になります。`,
  'warn-readings': ({ sheet, column, type, cells, more }) =>
    `シート「${sheet}」の列「${column}」（${typed(type).trimStart()}）を次のように読み取りました: ${cells
      .map(({ cell, text, value }) => `${cell}「${text}」→ ${value === null ? '空' : String(value)}`)
      .join('、')}${moreCells(more)}`,
  'warn-skipped-cells': ({ sheet, cells, more }) =>
    `シート「${sheet}」の ${cells.map(({ cell, value }) => `${cell}（「${value}」）`).join('、')}${moreCells(more)} は読み取れないため、元の値のままです。`,
  'warn-rounded': ({ sheet, cells, others }) =>
    `シート「${sheet}」の ${cells.join('、')}${others ? 'など' : ''} は、保存したソフトで丸められています。桁の多い数値ではよくあることで、元の値のままにします。`,
  'warn-column-dropped': ({ column }) => `列「${column}」はその後、表から削除されたため、反映されません。`,
  'warn-column-not-added': ({ column }) =>
    `新しい列「${column}」は追加されません。表に閲覧権限のない列があるため、列を追加できません。`,
  'warn-column-became': ({ column, name }) =>
    `新しい列「${column}」は、同じ名前の列があるため「${name}」になります。`,
  'warn-not-renamed': ({ from, to, why }) =>
    `列「${from}」はファイルで「${to}」になっていますが、名前は変わりません（${why}）。`,
  'renamed-here': ({ name }) => `ここで「${name}」に変更済みです`,
  'columns-hidden': () => '表に閲覧権限のない列があります',
  'rename-taken': () => '同じ名前の列があります',
} satisfies Partial<InJapanese>;
