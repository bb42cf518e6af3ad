// Columns of tidy tables: how their values come about and how a sheet writes them. A written cell is
// `{text}`, with `number` or `date` where a workbook stores one, and its `format`.

const grouped = (number) => String(Math.abs(number)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
const signed = (mark) => (number) => (number < 0 ? `${mark}${grouped(number)}` : grouped(number));
const fullWidth = (text) =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

/** Whole numbers as a workbook has them, and as a csv file has them. */
const plainNumber = (number) => ({ text: String(number), number });
const groupedNumber = (number) => ({ text: signed('-')(number), number, format: '#,##0' });

/** Whole numbers written as texts, also in a workbook. */
export const writtenNumbers = {
  grouped: (number) => signed('-')(number),
  triangle: signed('△'),
  'black triangle': signed('▲'),
  brackets: (number) => (number < 0 ? `(${grouped(number)})` : grouped(number)),
  yen: (number) => `${number < 0 ? '-' : ''}¥${grouped(number)}`,
  dollar: (number) => `${number < 0 ? '-' : ''}$${grouped(number)}`,
  euro: (number) => `${number < 0 ? '-' : ''}€${grouped(number)}`,
  'yen sign behind': (number) => `${signed('-')(number)}円`,
  'full width': (number) => fullWidth(String(number)),
  pound: (number) => `${number < 0 ? '-' : ''}£${grouped(number)}`,
  'thousand yen behind': (number) => `${signed('△')(number)}千円`,
  'full-width yen before': (number) => `${number < 0 ? '△' : ''}￥${grouped(number)}`,
  'counter behind': (number) => `${signed('-')(number)}個`,
  'unit behind': (number) => `${signed('-')(number)} kg`,
};

export const missingMarks = ['-', '…', '***', 'n/a', '－', '―', '#N/A', '不明', '該当なし'];

export function measure(random, name, { missing = 0, mark = '', least = 5, most = 9000 } = {}) {
  return numeric(name, 'BIGINT', () => random.int(least, most), random.pick([plainNumber, groupedNumber]), {
    random,
    missing,
    mark,
  });
}

/** A measure whose numbers are texts; some of them negative, so that the notation shows. */
export function writtenMeasure(random, name, notation, options = {}) {
  const write = (number) => ({ text: writtenNumbers[notation](number) });
  return numeric(name, 'BIGINT', () => random.int(100, 90_000) * (random.chance(0.25) ? -1 : 1), write, {
    random,
    ...options,
  });
}

/** Never a whole number, so that the type is plain. */
export function decimal(random, name, options = {}) {
  const next = () => (random.int(10, 900) * 10 + random.int(1, 9)) / 100;
  return numeric(name, 'DOUBLE', next, (number) => ({ text: String(number), number }), {
    random,
    ...options,
  });
}

export function share(random, name, { asText = false, ...options } = {}) {
  const next = () => (random.int(1, 98) * 10 + random.int(1, 9)) / 1000;
  const write = (number) => {
    const text = `${(number * 100).toFixed(1)}%`;
    return asText ? { text } : { text, number, format: '0.0%' };
  };
  return numeric(name, 'DOUBLE', next, write, { random, ...options });
}

function numeric(name, type, next, write, { random, missing = 0, mark = '' }) {
  return {
    name,
    type,
    next: () => (missing > 0 && random.chance(missing) ? null : next()),
    write: (value) => (value === null ? { text: mark } : write(value)),
  };
}

const eraText = ([year, month, day]) => `令和${year - 2018}年${month}月${day}日`;
const dateTexts = {
  iso: (parts) => isoOf(parts),
  slashes: ([year, month, day]) => `${year}/${month}/${day}`,
  era: eraText,
  'short era': ([year, month, day]) => `R${year - 2018}.${month}.${day}`,
  'short era with slashes': ([year, month, day]) => `R${year - 2018}/${month}/${day}`,
  kanji: ([year, month, day]) => `${year}年${month}月${day}日`,
  'with the day of the week': (parts) => `${dateTexts.slashes(parts)}(${'日月火水木金土'[dayOfWeek(parts)]})`,
  'day and month': ([year, month, day]) => `${day} ${monthNames[month - 1].slice(0, 3)} ${year}`,
  'month and day': ([year, month, day]) => `${monthNames[month - 1]} ${day}, ${year}`,
};
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const dayOfWeek = (parts) => new Date(`${isoOf(parts)}T00:00:00Z`).getUTCDay();
const isoOf = (parts) => parts.map((part) => String(part).padStart(2, '0')).join('-');

/** `stored`: a date of the workbook; otherwise a text in one of the notations. */
export function date(random, name, notation = 'stored') {
  return {
    name,
    type: 'DATE',
    next: () => isoOf([random.int(2020, 2025), random.int(1, 12), random.int(1, 28)]),
    write: (iso) => {
      const parts = iso.split('-').map(Number);
      if (notation === 'stored') return { text: iso, date: iso, format: 'yyyy-mm-dd' };
      return { text: dateTexts[notation](parts) };
    },
  };
}

export const dateNotations = {
  en: ['stored', 'iso', 'slashes', 'day and month', 'month and day'],
  ja: [
    'stored',
    'slashes',
    'era',
    'short era',
    'kanji',
    'short era with slashes',
    'with the day of the week',
  ],
};

/** Texts that would lose something as numbers. */
export function code(random, name) {
  return text(name, () => String(random.int(1, 4999)).padStart(5, '0'));
}

export function phone(random, name) {
  return text(
    name,
    () => `0${random.int(11, 98)}-${random.int(100, 999)}-${String(random.int(0, 9999)).padStart(4, '0')}`,
  );
}

/** Texts of digits and marks that are no quantity. */
export const identifiers = {
  code,
  phone,
  'postal code': (random, name) =>
    text(name, () => `${random.int(100, 999)}-${String(random.int(0, 9999)).padStart(4, '0')}`),
  isbn: (random, name) =>
    text(name, () => `978${random.int(1, 9)}${String(random.int(0, 999_999_999)).padStart(9, '0')}`),
  version: (random, name) => text(name, () => `${random.int(1, 9)}.${random.int(0, 20)}.${random.int(0, 9)}`),
  'circle or cross': (random, name) => text(name, () => random.pick(['○', '×'])),
  score: (random, name) => text(name, () => `${random.int(0, 9)}-${random.int(0, 9)}`),
  'number in a range': (random, name) => text(name, () => `${random.int(1, 9)}～${random.int(10, 99)}`),
};

/** Times of a day as texts, in microseconds since midnight. */
export function time(random, name) {
  return {
    name,
    type: 'TIME',
    next: () => (random.int(0, 23) * 60 + random.int(0, 59)) * 60_000_000,
    write: (micros) => {
      const minutes = micros / 60_000_000;
      return { text: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` };
    },
  };
}

export function choice(random, name, values) {
  return text(name, () => random.pick(values));
}

/** Every value once, in the order given. */
export function label(name, values) {
  let at = 0;
  return text(name, () => values[at++ % values.length]);
}

function text(name, next) {
  return { name, type: 'VARCHAR', next, write: (value) => ({ text: value ?? '' }) };
}
