import { createHash } from 'node:crypto';
import { pictureForModel } from '#structure/model/picture.js';
import { sheetText } from '../expected/show.mjs';
import { Random } from '../outcomes/random.mjs';
import { grid } from '../outcomes/show-case.mjs';

const ways = ['rules', 'model', 'choice'];
const letters = [...'XYZUVW'];
const SHOWN = { sheetRows: 70, lineLength: 500, cellLength: 50, tables: 10, rows: 11, columns: 14 };

/**
 * Texts by which a person judges readings without knowing whose they are, and the verdicts that come back. A reading keeps its
 * letter when the texts are written again, so that what was judged holds.
 */
export class JudgeTexts {
  /** By sheet and letter the hash of a reading, and whose it is now. */
  #key;
  #files;

  constructor(files) {
    this.#files = files;
    this.#key = JSON.parse(files.read('judge-key.json') ?? '[]').map((one) => ({ ...one, of: [] }));
  }

  /** Readings of which the same tables come are judged once. */
  write({ id }, { sheet, dialect, spec, baseName }, outcome) {
    const own = () => this.#key.filter((one) => one.id === id);
    const texts = new Map();
    const shown = new Random('judge', id).shuffled(ways);
    for (const way of shown) {
      const text = tablesText(outcome[way].made);
      const hash = createHash('sha256').update(text).digest('hex');
      let known = own().find((one) => one.hash === hash);
      if (!known) {
        known = { id, letter: letters[own().length], hash, of: [] };
        this.#key.push(known);
      }
      known.of.push(way);
      texts.set(known.letter, text);
    }
    const before = this.#files.read(`judge/${id}.txt`)?.split('\n##### reading ').slice(1) ?? [];
    for (const reading of before) texts.set(reading[0], reading.slice(2).trim());
    const readings = [...texts].sort().map(([letter, text]) => `##### reading ${letter}\n${text}`);
    const picture = sheetText(sheet, { last: SHOWN.sheetRows })
      .split('\n')
      .map((line) => (line.length > SHOWN.lineLength ? `${line.slice(0, SHOWN.lineLength)}…` : line))
      .join('\n');
    const [drawing] = pictureForModel({ sheet, dialect, spec, baseName }).split('\nREADING OF TODAY');
    const whole = sheet.rowCount > SHOWN.sheetRows ? `\n##### the sheet in short\n${drawing}\n` : '';
    this.#files.write(
      `judge/${id}.txt`,
      `##### sheet ${id}\n${picture}\n${whole}\n${readings.join('\n\n')}\n`,
    );
  }

  finish() {
    if (this.#key.length === 0) return;
    this.#files.write('judge-key.json', JSON.stringify(this.#key));
    const known = (this.#files.read('verdicts.csv') ?? 'sheet,reading,verdict,remark\n')
      .trimEnd()
      .split('\n');
    const has = ({ id, letter }) => known.some((line) => line.startsWith(`${id},${letter},`));
    const added = this.#key.filter((one) => !has(one)).map(({ id, letter }) => `${id},${letter},,`);
    this.#files.write('verdicts.csv', `${[...known, ...added].join('\n')}\n`);
  }

  /** By sheet, what was judged of each way; sheets without all their verdicts are left out. */
  verdicts() {
    const lines = (this.#files.read('verdicts.csv') ?? '').trim().split('\n').slice(1);
    const given = new Map(
      lines.map((line) => {
        const [id, letter, verdict = ''] = line.split(',').map((cell) => cell.trim());
        return [`${id} ${letter}`, verdict.toLowerCase()];
      }),
    );
    const sheets = new Map();
    for (const { id, letter, of } of this.#key) {
      const verdict = given.get(`${id} ${letter}`);
      for (const way of of) {
        const known = sheets.get(id) ?? {};
        if (verdict)
          known[way] = {
            verdict: verdict === 'wrong data' ? 'wrong' : verdict,
            wrongData: verdict === 'wrong data',
          };
        sheets.set(id, known);
      }
    }
    return [...sheets.values()].filter((one) => ways.every((way) => one[way]));
  }
}

function tablesText(made) {
  const told = made.filter(({ role }) => role !== 'accounts');
  const more = told.length > SHOWN.tables ? `\n\n… ${told.length - SHOWN.tables} more tables` : '';
  const texts = told
    .slice(0, SHOWN.tables)
    .map(({ name, role, columns, rows }) => {
      const shown = columns.slice(0, SHOWN.columns);
      const header = shown.map((column) => `${column.name} ${column.type}`);
      const texts = rows.map((row) =>
        shown.map((_, at) =>
          String(row[at] ?? '')
            .replaceAll('\n', '⏎')
            .slice(0, SHOWN.cellLength),
        ),
      );
      const isCut = texts.length > SHOWN.rows;
      const some = isCut
        ? [...texts.slice(0, SHOWN.rows - 4), shown.map(() => '…'), ...texts.slice(-3)]
        : texts;
      const more = columns.length > shown.length ? `, ${columns.length - shown.length} more columns` : '';
      return `${name} (${role}, ${rows.length} rows, ${columns.length} columns${more})\n${shown.length > 0 ? grid([header, ...some], false) : ''}`;
    })
    .join('\n\n');
  return texts + more;
}
