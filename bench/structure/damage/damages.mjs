// Ways to make a right reading of a sheet wrong, as a person's slip or a hasty reader does: each answers the correction
// that `decideAll` takes, or undefined where the reading has nothing to damage so.

const nothing = { sheets: [], remove: [], describe: [], accept: [], answers: {} };

/** A correction of one region; what follows from it is found anew if it is described. */
const correct = (spec, region, described = false) => ({
  ...nothing,
  sheets: [{ name: spec.name, regions: [region] }],
  describe: described ? [region.id] : [],
});

const tablesOf = ({ regions }) => regions.filter(({ kind, layout }) => kind === 'data' && layout !== 'form');

/** The first table of a sheet that can be damaged in a way. */
const inFirst = (damage) => (spec, cells) => {
  for (const region of tablesOf(spec)) {
    const correction = damage(region, spec, cells);
    if (correction) return correction;
  }
  return undefined;
};

const bodyRows = ({ range, headerRows, rowRoles }, cells) => {
  const others = new Set([...headerRows, ...rowRoles.group]);
  return cells.filledRows(range).filter((row) => !others.has(row));
};

const plainRows = (region, cells) => {
  const derived = new Set(region.rowRoles.derived);
  return bodyRows(region, cells).filter((row) => !derived.has(row));
};

const middleOf = (list) => list[Math.floor(list.length / 2)];

export const damages = {
  'record in the header': inFirst((region, spec, cells) => {
    const [first, second] = bodyRows(region, cells);
    if (region.headerRows.length === 0 || second === undefined) return undefined;
    return correct(spec, { id: region.id, headerRows: [...region.headerRows, first] }, true);
  }),
  'header among the records': inFirst((region, spec) => {
    const { id, headerRows } = region;
    return headerRows.length > 1
      ? correct(spec, { id, headerRows: headerRows.slice(0, -1) }, true)
      : undefined;
  }),
  'last rows cut': inFirst((region, spec, cells) => {
    const rows = bodyRows(region, cells);
    if (rows.length < 4) return undefined;
    return correct(spec, { id: region.id, range: { ...region.range, bottom: rows.at(-3) } });
  }),
  'first rows cut': inFirst((region, spec, cells) => {
    const rows = bodyRows(region, cells);
    if (rows.length < 4 || rows[0] <= Math.max(-1, ...region.headerRows)) return undefined;
    const { id, headerRows, range } = region;
    return correct(spec, { id, headerRows, range: { ...range, top: rows[1] } });
  }),
  'rows made a note': inFirst((region, spec, cells) => {
    const rows = bodyRows(region, cells);
    if (rows.length < 5) return undefined;
    const { id, range } = region;
    const top = rows.at(-2);
    return {
      ...nothing,
      sheets: [
        {
          name: spec.name,
          regions: [
            { id, range: { ...range, bottom: top - 1 } },
            { id: 'cut', kind: 'note', range: { ...range, top } },
          ],
        },
      ],
    };
  }),
  'names shifted': inFirst((region, spec) => {
    const { id, columns } = region;
    if (columns.length < 3) return undefined;
    const shifted = columns.slice(0, -1).map(({ source }, at) => ({ source, name: columns[at + 1].name }));
    return correct(spec, {
      id,
      columns: [...shifted, { source: columns.at(-1).source, name: columns[0].name }],
    });
  }),
  'names swapped': inFirst((region, spec) => {
    const values = region.columns.filter(({ role }) => role !== 'period');
    if (values.length < 2) return undefined;
    const [one, other] = values.slice(-2);
    const columns = [
      { source: one.source, name: other.name },
      { source: other.source, name: one.name },
    ];
    return correct(spec, { id: region.id, columns });
  }),
  'totals among the records': inFirst((region, spec) => {
    const { id, rowRoles } = region;
    return rowRoles.derived.length > 0 ? correct(spec, { id, rowRoles: { derived: [] } }) : undefined;
  }),
  'records among the totals': inFirst((region, spec, cells) => {
    const rows = plainRows(region, cells).filter((row) => cells.isRecord(row, region.range));
    if (rows.length < 3) return undefined;
    const derived = [...region.rowRoles.derived, middleOf(rows), rows.at(-1)];
    return correct(spec, { id: region.id, rowRoles: { derived: [...new Set(derived)] } });
  }),
  'tables merged': (spec) => {
    const tables = tablesOf(spec);
    if (tables.length < 2) return undefined;
    const [one, other] = tables.slice(-2);
    const range = {
      top: Math.min(one.range.top, other.range.top),
      left: Math.min(one.range.left, other.range.left),
      bottom: Math.max(one.range.bottom, other.range.bottom),
      right: Math.max(one.range.right, other.range.right),
    };
    return correct(spec, { id: one.id, range }, true);
  },
  'table split in two': inFirst((region, spec, cells) => {
    const rows = plainRows(region, cells);
    if (rows.length < 6) return undefined;
    const { id, range } = region;
    const top = middleOf(rows);
    const parts = [
      { id, range: { ...range, bottom: top - 1 } },
      { id: 'second', range: { ...range, top }, headerRows: [top] },
    ];
    return { ...correct(spec, { id }), sheets: [{ name: spec.name, regions: parts }], describe: ['second'] };
  }),
  'table split beside': inFirst((region, spec) => {
    const { id, range, headerRows, columns } = region;
    if (columns.length < 5) return undefined;
    const left = middleOf(columns).source;
    const parts = [
      { id, range: { ...range, right: left - 1 } },
      { id: 'second', range: { ...range, left }, headerRows },
    ];
    return { ...correct(spec, { id }), sheets: [{ name: spec.name, regions: parts }], describe: ['second'] };
  }),
  'last columns cut': inFirst((region, spec) => {
    const { id, columns, range } = region;
    if (columns.length < 3) return undefined;
    const right = columns.at(-1).source - 1;
    return right > range.left ? correct(spec, { id, range: { ...range, right } }) : undefined;
  }),
  'column removed': inFirst((region) => {
    const { id, columns } = region;
    const lost = columns.length < 3 ? undefined : middleOf(columns);
    return lost ? { ...nothing, remove: [`${id}.${lettersOf(lost.source)}`] } : undefined;
  }),
  'headings among the records': inFirst((region, spec) => {
    const { id, rowRoles } = region;
    return rowRoles.group.length > 0 ? correct(spec, { id, rowRoles: { group: [] } }) : undefined;
  }),
  'a record made a heading': inFirst((region, spec, cells) => {
    const rows = plainRows(region, cells);
    if (region.rowRoles.group.length === 0 || rows.length < 4) return undefined;
    return correct(spec, { id: region.id, rowRoles: { group: [...region.rowRoles.group, middleOf(rows)] } });
  }),
  'a row under another heading': inFirst((region, spec) => {
    const { id, rowParents = {} } = region;
    const heads = [...new Set(Object.values(rowParents))];
    const [moved] = Object.entries(rowParents).filter(([, head]) => head === heads[0]);
    if (heads.length < 2 || !moved || Number(moved[0]) === heads[1]) return undefined;
    return correct(spec, { id, rowParents: { ...rowParents, [moved[0]]: heads[1] } });
  }),
  'a table made a note': inFirst((region, spec) => correct(spec, { id: region.id, kind: 'note' })),
};

const lettersOf = (column) =>
  column < 26
    ? String.fromCharCode(65 + column)
    : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26);
