import { pictureForModel } from '#structure/model/picture.js';
import { sheetText } from '../expected/show.mjs';
import { Random } from '../outcomes/random.mjs';
import { grid } from '../outcomes/show-case.mjs';

const ways = ['rules', 'model', 'choice'];
const letters = ['X', 'Y', 'Z'];
const SHOWN = { sheetRows: 150, rows: 14, columns: 30 };

/** Texts by which a person judges readings without knowing whose they are, and the verdicts that come back. */
export class JudgeTexts {
  #rows = [];
  #key = [];
  #files;

  constructor(files) {
    this.#files = files;
  }

  /** Readings of which the same tables come are judged once. */
  write({ id, isSure }, { sheet, dialect, spec, baseName }, outcome) {
    const distinct = new Map();
    for (const way of ways) {
      const text = tablesText(outcome[way].made);
      distinct.set(text, [...(distinct.get(text) ?? []), way]);
    }
    const shown = new Random('judge', id).shuffled([...distinct]);
    const readings = shown.map(([text, of], at) => {
      this.#key.push({ id, letter: letters[at], of, isSure: isSure ?? false });
      this.#rows.push(`${id},${letters[at]},,`);
      return `##### reading ${letters[at]}\n${text}`;
    });
    const picture = sheetText(sheet, { last: SHOWN.sheetRows });
    const [drawing] = pictureForModel({ sheet, dialect, spec, baseName }).split('\nREADING OF TODAY');
    const whole = sheet.rowCount > SHOWN.sheetRows ? `\n##### the sheet in short\n${drawing}\n` : '';
    this.#files.write(
      `judge/${id}.txt`,
      `##### sheet ${id}\n${picture}\n${whole}\n${readings.join('\n\n')}\n`,
    );
  }

  finish() {
    if (this.#rows.length === 0) return;
    this.#files.write('judge-key.json', JSON.stringify(this.#key));
    if (this.#files.read('verdicts.csv') === undefined)
      this.#files.write('verdicts.csv', ['sheet,reading,verdict,remark', ...this.#rows, ''].join('\n'));
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
  return made
    .filter(({ role }) => role !== 'accounts')
    .map(({ name, role, columns, rows }) => {
      const shown = columns.slice(0, SHOWN.columns);
      const header = shown.map((column) => `${column.name} ${column.type}`);
      const texts = rows.map((row) => shown.map((_, at) => String(row[at] ?? '').replaceAll('\n', '⏎')));
      const isCut = texts.length > SHOWN.rows;
      const some = isCut
        ? [...texts.slice(0, SHOWN.rows - 4), shown.map(() => '…'), ...texts.slice(-3)]
        : texts;
      const more = columns.length > shown.length ? `, ${columns.length - shown.length} more columns` : '';
      return `${name} (${role}, ${rows.length} rows, ${columns.length} columns${more})\n${shown.length > 0 ? grid([header, ...some], false) : ''}`;
    })
    .join('\n\n');
}
