/** Kinds of differences, from the coarsest to the finest. */
export const differenceKinds = [
  'error',
  'missing',
  'extra',
  'table name',
  'column names',
  'row count',
  'types',
  'values',
  'notes',
];

/**
 * What distinguishes the tables made from the nearest right reading: that reading, the tables made that are
 * exactly right, and the differences as `[{kind, table, detail}]`.
 */
export function compare({ truths, titles, notes }, made) {
  const data = made.filter(({ role }) => role !== 'notes');
  const readings = truths.map((truth) => compareTables(truth, data));
  const nearest = readings.reduce((best, one) =>
    one.differences.length < best.differences.length ? one : best,
  );
  return {
    reading: nearest.truth,
    right: nearest.right,
    differences: [
      ...nearest.differences,
      ...compareNotes(
        made.find(({ role }) => role === 'notes'),
        titles,
        notes,
      ),
    ],
  };
}

function compareTables(truth, made) {
  const rest = new Set(made);
  const right = [];
  const differences = [];
  const take = (wanted, isMatch) => {
    const found = [...rest].find((table) => isMatch(wanted, table));
    if (found) rest.delete(found);
    return found;
  };
  const byName = truth.map((wanted) => take(wanted, isNamed));
  truth.forEach((wanted, at) => {
    const found = byName[at] ?? take(wanted, (a, b) => pairColumns(a, b) !== null);
    if (!found) {
      differences.push({ kind: 'missing', table: wanted.name, detail: '' });
      return;
    }
    const own = differencesOf(wanted, found);
    if (own.length === 0) right.push(found);
    differences.push(...own);
  });
  for (const { name } of rest) differences.push({ kind: 'extra', table: name, detail: '' });
  return { truth, right, differences };
}

const isNamed = ({ name, also = [] }, found) => [name, ...also].includes(found.name);

/** Columns may come in any order, and so may rows. */
function differencesOf(wanted, found) {
  const difference = (kind, detail) => ({ kind, table: wanted.name, detail });
  const named = isNamed(wanted, found) ? [] : [difference('table name', found.name)];
  const places = pairColumns(wanted, found);
  if (!places)
    return [...named, difference('column names', found.columns.map(({ name }) => name).join(' | '))];
  if (wanted.rows.length !== found.rows.length)
    return [...named, difference('row count', `${found.rows.length} for ${wanted.rows.length}`)];
  const types = wanted.columns.flatMap(({ name, type }, at) => {
    const has = found.columns[places[at]].type;
    const isTold = type !== 'PERIOD' && wanted.rows.some((row) => row[at] !== null);
    return isTold && has !== type ? [`${name}: ${has} for ${type}`] : [];
  });
  if (types.length > 0) return [...named, difference('types', types.join(', '))];
  const wantedLines = linesOf(wanted, wanted.rows);
  const foundLines = linesOf(
    wanted,
    found.rows.map((row) => places.map((place) => row[place])),
  );
  const wrong = foundLines.findIndex((line, at) => line !== wantedLines[at]);
  return wrong < 0
    ? named
    : [...named, difference('values', `${foundLines[wrong]} for ${wantedLines[wrong]}`)];
}

/** For each wanted column its place among those found; null unless all have a partner. */
function pairColumns(wanted, found) {
  if (wanted.columns.length !== found.columns.length) return null;
  const names = found.columns.map(({ name }) => name);
  const places = wanted.columns.map(({ name, also = [] }) =>
    names.findIndex((one) => [name, ...also].includes(one)),
  );
  return places.includes(-1) || new Set(places).size < places.length ? null : places;
}

function linesOf({ columns }, rows) {
  const isPeriod = columns.map(({ type }) => type === 'PERIOD');
  return rows
    .map((row) =>
      JSON.stringify(row.map((value, at) => (isPeriod[at] ? String(value).replaceAll(/\s/g, '') : value))),
    )
    .sort();
}

/** Every note must be there, titles may be, and nothing else. */
function compareNotes(made, titles, notes) {
  const texts = (made?.rows ?? []).map((row) => String(row[1]));
  const lost = notes.filter((text) => !texts.includes(text));
  const foreign = texts.filter((text) => !notes.includes(text) && !titles.includes(text));
  return [
    ...(lost.length > 0 ? [{ kind: 'notes', table: 'notes', detail: `lost: ${lost.join(' | ')}` }] : []),
    ...(foreign.length > 0
      ? [{ kind: 'notes', table: 'notes', detail: `not a note: ${foreign.join(' | ')}` }]
      : []),
  ];
}
