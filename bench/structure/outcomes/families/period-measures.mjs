import { label, measure } from '../columns.mjs';
import { dresses } from '../draw.mjs';
import { periodLabels } from '../period-labels.mjs';
import { table } from '../truth.mjs';

const pairs = {
  en: [
    ['Plan', 'Actual'],
    ['Units', 'Sales'],
  ],
  ja: [
    ['計画', '実績'],
    ['数量', '売上高'],
  ],
};

/** Two header rows: periods over measures, measures over periods, or years over months. */
export function periodMeasures(sheet) {
  const { random, words, lang, page, base, dress, format } = sheet;
  const way = random.pick(['periods over measures', 'measures over periods', 'years over months']);
  const merged = format === 'xlsx' && random.chance(0.7);
  const pair = random.pick(pairs[lang]);
  const kind = random.pick(['years', 'fiscal years', 'months with year', 'quarters']);
  const labels = periodLabels[lang][kind](sheet).slice(0, 4);
  const headers = headersOf(way, {
    pair,
    labels,
    months: periodLabels[lang].months(sheet).slice(0, 4),
    lang,
  });
  const [key, names] = random.pick(Object.entries(words.keys));
  const items = random.sample(names, Math.min(names.length, random.int(4, 8)));
  const measures = way === 'years over months' ? ['value'] : pair;
  const number = measure(random, '');
  const { header, body } = dresses[dress];
  page.put(0, 0, key, header);
  if (merged) page.merge(0, 0, 1, 0);
  headers.forEach(({ over, under }, at) => {
    page.put(1, 1 + at, under, header);
    if (headers[at - 1]?.over !== over) page.put(0, 1 + at, over, header);
  });
  if (merged)
    mergeEqual(
      page,
      headers.map(({ over }) => over),
    );
  const rows = items.flatMap((name, row) => {
    page.put(2 + row, 0, name, body);
    const byPeriod = new Map();
    headers.forEach(({ period, measure }, at) => {
      const value = number.next();
      page.put(2 + row, 1 + at, number.write(value), body);
      byPeriod.set(period, { ...byPeriod.get(period), [measure]: value });
    });
    return [...byPeriod].map(([period, values]) => [name, period, ...measures.map((one) => values[one])]);
  });
  const columns = [
    label(key, []),
    { name: 'period', type: 'PERIOD' },
    ...measures.map((name) => ({ name, type: 'BIGINT' })),
  ];
  return {
    styles: [way, way === 'years over months' ? 'months' : kind, merged ? 'merged' : 'unmerged'],
    tables: [table(base, columns, rows)],
  };
}

function headersOf(way, { pair, labels, months, lang }) {
  if (way === 'periods over measures')
    return labels.flatMap((period) =>
      pair.map((measure) => ({ over: period, under: measure, period, measure })),
    );
  if (way === 'measures over periods')
    return pair.flatMap((measure) =>
      labels.map((period) => ({ over: measure, under: period, period, measure })),
    );
  const years = lang === 'ja' ? ['2023年', '2024年'] : ['2023', '2024'];
  return years.flatMap((year) =>
    months.map((month) => ({ over: year, under: month, period: `${year} ${month}`, measure: 'value' })),
  );
}

function mergeEqual(page, labels) {
  for (let at = 0, end = 0; at < labels.length; at = end) {
    while (end < labels.length && labels[end] === labels[at]) end++;
    page.merge(0, 1 + at, 0, end);
  }
}
