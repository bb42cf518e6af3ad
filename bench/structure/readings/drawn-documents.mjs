// Documents drawn with the tables that a person would make of them: invoices, orders, time sheets and applications, with their
// fields beside or below labels, a list of items and totals, in four languages; in Japanese also as grids of merged cells.
import { Page } from '../outcomes/page.mjs';
import { Random } from '../outcomes/random.mjs';
import { documentWords } from './document-words.mjs';

export const documentKinds = ['invoice', 'order', 'timesheet', 'application', 'grid'];

const LABEL = 'D9E1F2';
const line = { top: 'thin', right: 'thin', bottom: 'thin', left: 'thin' };

export function documentCase(kind, seed) {
  const random = new Random(`document ${kind}`, seed);
  const lang = kind === 'grid' ? 'ja' : random.pick(Object.keys(documentWords));
  const drawing = new Drawing(random, documentWords[lang], kind);
  const tables = drawing.draw();
  return {
    family: `document-${kind}`,
    seed,
    base: 'document',
    format: kind === 'grid' ? 'xlsx' : random.pick(['xlsx', 'xlsx', 'csv']),
    page: drawing.page,
    styles: [lang],
    truths: [tables],
    titles: drawing.texts,
    notes: [],
  };
}

class Drawing {
  page = new Page();
  /** What is in no table. */
  texts = [];
  row = 0;
  /** The columns of the list: `{role, name, type}`. */
  list = /** @type {{role: string, name: string, type: string}[]} */ ([]);
  width = 0;

  constructor(random, words, kind) {
    this.random = random;
    this.words = words;
    this.kind = kind;
    this.isGrid = kind === 'grid';
    /** Columns of the sheet for each column of the list. */
    this.unit = this.isGrid ? random.int(2, 4) : 1;
    this.label = random.pick(
      this.isGrid
        ? [
            { fill: LABEL, borders: line },
            { bold: true, fill: LABEL },
          ]
        : [{}, { bold: true }, { bold: true, fill: LABEL }, { fill: LABEL }, {}],
    );
    this.names = random.pick([
      { bold: true, fill: LABEL },
      { bold: true },
      { borders: line, align: 'center' },
      { fill: LABEL },
      {},
    ]);
    this.mark = random.chance(0.35) ? random.pick([':', '：', ' :']) : '';
  }

  draw() {
    const { random } = this;
    this.list = this.columnsOfList();
    this.width = this.list.length;
    if (random.chance(0.85)) this.title();
    const fields = [];
    const isAddressed = random.chance(0.5);
    const layout = random.pick(['left', 'right', 'both', 'both', 'below', 'three']);
    if (isAddressed) fields.push(...this.addressee(layout === 'right'));
    fields.push(...this.fields(layout));
    if (random.chance(0.3)) fields.push(...this.amountDue());
    if (random.chance(0.2)) this.remark();
    this.row += random.int(this.mark || this.isGrid ? 0 : 1, 2);
    const withList = this.kind !== 'application' || random.chance(0.7);
    const form = {
      name: 'document_1',
      columns: fields.map(({ name, type }) => ({ name, type })),
      rows: [fields.map(({ value }) => value)],
    };
    const tables = [form, ...(withList ? this.items() : [])];
    if (random.chance(0.6)) {
      this.row += random.int(1, 2);
      for (let at = random.int(1, 2); at > 0; at--) this.remark();
    }
    if (random.chance(0.25)) this.signature();
    return tables;
  }

  title() {
    const { random, words, page } = this;
    const column = random.chance(0.5) ? 0 : Math.floor(this.width / 2) * this.unit;
    const kind = this.isGrid ? random.pick(['invoice', 'order', 'application']) : this.kind;
    this.put(
      this.row,
      column,
      words.titles[kind],
      random.pick([{ bold: true }, { bold: true, align: 'center' }, {}]),
    );
    this.texts.push(words.titles[kind]);
    if (column === 0 && random.chance(0.5)) page.merge(this.row, 0, this.row, this.width * this.unit - 1);
    this.row += random.int(1, 2);
  }

  /** Whom it is for: a text, or below a label of its own. */
  addressee(isAtLeft) {
    const { random, words } = this;
    const lines = random.pick(words.parties);
    const hasLabel = this.mark !== '' && random.chance(0.5);
    if (hasLabel) {
      const label = random.pick(words.addressed);
      this.put(this.row++, 0, label, this.label);
      for (const [at, text] of lines.entries()) this.put(this.row + at, 0, text);
      this.row += lines.length + random.int(0, 1);
      return [{ name: nameOf(label), type: 'VARCHAR', value: lines.join(' ') }];
    }
    for (const [at, text] of lines.entries()) {
      this.put(this.row + at, 0, text);
      this.texts.push(text);
    }
    if (!isAtLeft || this.width < 4) this.row += lines.length + random.int(0, 1);
    return [];
  }

  fields(layout) {
    const { random, words } = this;
    const chosen = random
      .sample(Object.entries(words.fields), random.int(3, 7))
      .map(([name, how]) => this.field(name, how));
    const last = this.width - 2;
    const pairs = { left: [0], right: [last], both: [0, Math.max(2, last)], below: [0], three: [0, 2, 4] }[
      layout
    ];
    if (layout === 'below') {
      const perRow = Math.max(2, Math.min(this.width, 4));
      chosen.forEach(({ name, cell }, at) => {
        const [row, column] = [this.row + 2 * Math.floor(at / perRow), at % perRow];
        this.put(row, column * this.unit, name, { bold: true, fill: LABEL });
        this.put(row + 1, column * this.unit, cell);
      });
      this.row += 2 * Math.ceil(chosen.length / perRow);
      return chosen;
    }
    const height = Math.ceil(chosen.length / pairs.length);
    chosen.forEach(({ name, cell }, at) => {
      const left = pairs[Math.floor(at / height)] * this.unit;
      const row = this.row + (at % height);
      this.put(row, left, `${name}${this.mark}`, this.label);
      this.put(row, left + this.unit, cell, this.isGrid && random.chance(0.5) ? { borders: line } : {});
    });
    this.row += height;
    return chosen;
  }

  field(name, how) {
    const { random } = this;
    if (how === 'date') {
      const iso = `2024-0${random.int(1, 9)}-${random.int(10, 28)}`;
      return { name, type: 'DATE', value: iso, cell: { text: iso, date: iso, format: 'yyyy-mm-dd' } };
    }
    if (how === 'number') {
      const number = random.int(100, 9000);
      return { name, type: 'BIGINT', value: number, cell: { text: String(number), number } };
    }
    const value = random.pick(how);
    return { name, type: 'VARCHAR', value, cell: { text: value } };
  }

  amountDue() {
    const { random, words } = this;
    const name = random.pick(words.due);
    const number = random.int(1000, 90000);
    this.row += random.int(0, 1);
    this.put(this.row, 0, name, { ...this.label, bold: true });
    this.put(this.row++, this.unit, { text: String(number), number }, {});
    return [{ name, type: 'BIGINT', value: number }];
  }

  columnsOfList() {
    const { random, words, kind } = this;
    const has = (share) => random.chance(share);
    const wanted = [
      has(0.5) && 'number',
      kind === 'timesheet' && 'date',
      kind !== 'timesheet' && has(0.3) && 'code',
      'item',
      'count',
      has(0.3) && 'unit',
      kind !== 'timesheet' && 'price',
      kind !== 'timesheet' && 'amount',
      has(0.3) && 'remark',
    ].filter(Boolean);
    return wanted.map((role) => ({ role, name: random.pick(words.columns[role]), type: types[role] }));
  }

  items() {
    const { random, words } = this;
    const top = this.row;
    const columns = this.list;
    for (const [at, { name }] of columns.entries()) this.put(top, at * this.unit, name, this.names);
    const count = random.int(1, 8);
    const items = random.shuffled(words.items);
    const rows = Array.from({ length: count }, (_, at) => {
      const number = random.int(1, 20);
      const price = random.int(5, 400) * 10;
      const values = {
        number: at + 1,
        item: items[at % items.length],
        code: `A-${random.int(100, 999)}`,
        date: `2024-05-${String(at + 10)}`,
        count: number,
        unit: random.pick(words.units),
        price,
        amount: number * price,
        remark: random.chance(0.4) ? random.pick(['T-22', 'x']) : null,
      };
      return columns.map(({ role }) => values[role]);
    });
    const blank = columns[0].role === 'number' && random.chance(0.3) ? random.int(1, 5) : 0;
    for (let at = 0; at < blank; at++)
      rows.push(columns.map(({ role }) => (role === 'number' ? count + at + 1 : null)));
    for (const [at, values] of rows.entries())
      for (const [column, value] of values.entries())
        this.put(
          top + 1 + at,
          column * this.unit,
          writtenOf(columns[column], value),
          this.isGrid ? { borders: line } : {},
        );
    this.row = top + 1 + rows.length;
    const list = { name: 'document_2', columns: columns.map(({ name, type }) => ({ name, type })), rows };
    const totals = random.chance(0.75) ? this.totals(rows) : [];
    return totals.length > 0 ? [list, { ...list, name: 'document_2_計算項目', rows: totals }] : [list];
  }

  totals(rows) {
    const { random, words, list } = this;
    const at = list.findIndex(({ role }) => role === (this.kind === 'timesheet' ? 'count' : 'amount'));
    const sum = rows.reduce((total, row) => total + (row[at] ?? 0), 0);
    const labels = this.kind === 'timesheet' ? [words.totals.at(-1)[0]] : random.pick(words.totals);
    const amounts = labels.length === 1 ? [sum] : [sum, Math.round(sum / 10), sum + Math.round(sum / 10)];
    const place = random.chance(0.7) ? at - 1 : list.findIndex(({ role }) => role === 'item');
    this.row += random.chance(0.25) ? random.int(1, 3) : 0;
    return labels.map((label, which) => {
      const look = random.chance(0.5) ? { bold: true } : {};
      this.put(this.row, place * this.unit, label, look);
      this.put(this.row++, at * this.unit, { text: String(amounts[which]), number: amounts[which] }, look);
      return list.map((_, column) => (column === place ? label : column === at ? amounts[which] : null));
    });
  }

  remark() {
    const text = this.random.pick(this.words.remarks);
    this.put(this.row++, 0, text);
    this.texts.push(text);
  }

  signature() {
    const text = this.random.pick(this.words.signed);
    this.row += 1;
    this.put(this.row++, (this.width - 1) * this.unit, text);
    this.texts.push(text);
  }

  /** In a grid, every cell is merged over the columns of its field. */
  put(row, column, written, look = {}) {
    this.page.put(row, column, written, look);
    if (this.isGrid && column % this.unit === 0 && this.row > 0)
      this.page.merge(row, column, row, column + this.unit - 1);
  }
}

const types = {
  number: 'BIGINT',
  item: 'VARCHAR',
  code: 'VARCHAR',
  date: 'DATE',
  count: 'BIGINT',
  unit: 'VARCHAR',
  price: 'BIGINT',
  amount: 'BIGINT',
  remark: 'VARCHAR',
};

const nameOf = (label) => label.replace(/\s*[:：]$/, '');

function writtenOf({ role }, value) {
  if (value === null) return '';
  if (role === 'date') return { text: value, date: value, format: 'yyyy-mm-dd' };
  return typeof value === 'number' ? { text: String(value), number: value } : { text: value };
}
