// Lists whose records take two or three rows, drawn with the table that a person would make of them: a name over an address, with
// a header that names each row of a record, or the first alone.
import { label as labels, measure } from '../outcomes/columns.mjs';
import { dresses } from '../outcomes/draw.mjs';
import { Page } from '../outcomes/page.mjs';
import { Random } from '../outcomes/random.mjs';

export const recordKinds = ['two names', 'one name', 'three names', 'merged'];

const words = {
  en: {
    number: 'No.',
    lines: [
      [text('Name', ['Ann Lee', 'Bo Khan', 'Cleo Diaz', 'Dan Moss', 'Eva Berg', 'Finn Roe', 'Gus Hale'])],
      [
        text('Address', ['12 Main St', '4 Hill Rd', '88 Lake Ave', '7 Mill Ln', '31 Park Row', '5 Oak Ct']),
        text('Town', ['Oslo', 'Leeds', 'Graz', 'Cork', 'Lyon', 'Turin']),
      ],
      [text('Remark', ['new', 'moved in May', 'pays by card', 'call first', 'none'])],
    ],
    amounts: ['Fee', 'Balance', 'Hours', 'Points'],
    days: ['Joined', 'Due', 'Paid on'],
    contacts: [
      phone('Phone'),
      text('E-mail', ['a@ex.org', 'b@ex.org', 'c@ex.org', 'dm@ex.org', 'e1@ex.org']),
    ],
    titles: ['List of members', 'Open accounts'],
    notes: ['Source: members office.'],
  },
  ja: {
    number: 'No.',
    lines: [
      [text('氏名', ['佐藤一郎', '鈴木花子', '高橋健', '田中美咲', '伊藤誠', '渡辺直子', '山本翔'])],
      [
        text('住所', [
          '神戸市中央区1-2',
          '西宮市甲子園町3',
          '明石市本町4-1',
          '芦屋市公光町5',
          '姫路市本町6-8',
        ]),
        text('フリガナ', ['サトウイチロウ', 'スズキハナコ', 'タカハシケン', 'タナカミサキ', 'イトウマコト']),
      ],
      [text('備考', ['新規', '五月に転居', 'カード払い', '要電話', 'なし'])],
    ],
    amounts: ['会費', '残高', '時間数', '点数'],
    days: ['入会日', '期限', '支払日'],
    contacts: [
      phone('電話番号'),
      text('メール', ['a@ex.org', 'b@ex.org', 'c@ex.org', 'dm@ex.org', 'e1@ex.org']),
    ],
    titles: ['会員名簿', '未収金一覧'],
    notes: ['資料：会員係調べ'],
  },
};

function text(name, values) {
  return { name, of: (random) => ({ ...labels(name, values), next: () => random.pick(values) }) };
}

function phone(name) {
  const next = (random) => `0${random.int(11, 99)}-${random.int(100, 999)}-${random.int(1000, 9999)}`;
  return {
    name,
    of: (random) => ({ name, type: 'VARCHAR', next: () => next(random), write: (one) => ({ text: one }) }),
  };
}

export function recordCase(kind, seed) {
  const random = new Random(`records ${kind}`, seed);
  const lang = random.pick(['en', 'ja']);
  const format = random.pick(['xlsx', 'xlsx', 'csv']);
  const dress = format === 'csv' ? 'bare' : random.pick(Object.keys(dresses));
  const base = 'members';
  const page = new Page();
  const drawn = draw({ random, kind, format, base, page, look: dresses[dress], said: words[lang] });
  return { family: `records: ${kind}`, seed, base, format, page, styles: [lang, dress], ...drawn };
}

function draw({ random, kind, format, base, page, look, said }) {
  const lines = linesOf(random, kind, said);
  const names = kind === 'one name' ? 1 : lines.length;
  const [titles, notes] = [
    random.chance(0.5) ? [random.pick(said.titles)] : [],
    random.chance(0.3) ? said.notes : [],
  ];
  for (const title of titles) page.put(0, 0, title, look.title);
  let row = titles.length * 2;
  for (const line of lines.slice(0, names)) {
    for (const [at, column] of line.entries()) page.put(row, at, column?.name ?? '', look.header);
    row++;
  }
  const columns = lines.flatMap((line, at) =>
    line.flatMap((column, source) =>
      column ? [at < names ? column : { ...column, also: [placeOf(source, at)] }] : [],
    ),
  );
  const rows = [];
  for (let left = random.int(5, 12); left > 0; left--) {
    const record = [];
    for (const [at, line] of lines.entries()) {
      line.forEach((column, source) => {
        if (!column) return;
        const value = at > 0 && random.chance(0.08) ? null : column.next();
        record.push(value);
        page.put(row, source, value === null ? '' : column.write(value), look.body);
      });
      if (at === 0 && kind === 'merged' && format === 'xlsx') page.merge(row, 0, row + lines.length - 1, 0);
      row++;
    }
    rows.push(record);
  }
  for (const [at, note] of notes.entries()) page.put(row + 1 + at, 0, note);
  return { truths: [[{ name: base, columns, rows }]], titles, notes };
}

/** The columns of each row of a record, by where they stand; nothing where a row has none. */
function linesOf(random, kind, said) {
  let number = random.int(1, 400);
  const counted = {
    name: said.number,
    type: 'BIGINT',
    next: () => number++,
    write: (one) => ({ text: String(one), number: one }),
  };
  const [amount, other] = random.shuffled(said.amounts).map((name) => measure(random, name));
  const [contact] = random.shuffled(said.contacts).map(({ of }) => of(random));
  const [first, second, third] = said.lines.map((choices) => random.pick(choices).of(random));
  const hasNumber = kind === 'merged' || random.chance(0.6);
  const upper = [...(hasNumber ? [counted] : []), first, random.chance(0.5) ? contact : amount];
  const gap = hasNumber ? [null] : [];
  const lower = [...gap, second, kind !== 'one name' && upper.at(-1) === contact ? amount : null];
  if (random.chance(0.5)) {
    upper.push(other);
    lower.push(null);
  }
  return kind === 'three names' ? [upper, lower, [...gap, third]] : [upper, lower];
}

/** A column that nothing names is called by where it stands. */
const placeOf = (source, line) => `${'ABCDEF'[source]}_${line + 1}`;
