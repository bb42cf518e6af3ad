// The tables that a person would make. A column's `also` lists other names that are as good; the type PERIOD
// stands for periods as they are written, whatever their type.

export function table(name, columns, rows) {
  return { name, columns: columns.map(({ name, type, also }) => ({ name, type, also })), rows };
}

export const tidyTable = (name, { columns, rows }) => table(name, columns, rows);

export const computedTable = (base, columns, rows) => table(`${base}_計算項目`, columns, rows);

/** Tables of a sheet with several: by their titles, or numbered. */
export const nameOf = (base, title, at) => title ?? `${base}_${at + 1}`;

/**
 * A report split by level. `nodes` in the order of the sheet: `{path, row, computed, values}`, where `values`
 * is null for a label alone. `pathNames(depth)` names the columns of a path, `measures` those of the values.
 */
export function reportTables(base, nodes, pathNames, measures) {
  const depths = [...new Set(nodes.map(({ path }) => path.length))].sort((a, b) => a - b);
  const levels = depths.flatMap((depth) => {
    const columns = [...pathNames(depth).map((name) => ({ name, type: 'VARCHAR' })), ...measures];
    const rowsOf = (computed) =>
      nodes
        .filter((node) => node.values && node.path.length === depth)
        .flatMap((node) => recordsOf(node, measures).filter((record) => record.computed === computed))
        .map(({ row }) => row);
    return [
      table(`${base}_階層${depth}`, columns, rowsOf(false)),
      table(`${base}_階層${depth}_計算項目`, columns, rowsOf(true)),
    ];
  });
  return [...levels.filter(({ rows }) => rows.length > 0), accountsTable(base, nodes)];
}

/** One row, or one for each period of `values` (`[{period, computed, values}]`). */
function recordsOf({ path, computed = false, values }, measures) {
  if (measures[0].type !== 'PERIOD') return [{ computed, row: [...path, ...values] }];
  return values.map((slot) => ({
    computed: computed || slot.computed === true,
    row: [...path, slot.period, ...slot.values],
  }));
}

function accountsTable(base, nodes) {
  const columns = [
    { name: 'account', type: 'VARCHAR' },
    { name: 'level', type: 'BIGINT' },
    { name: 'parent', type: 'VARCHAR' },
    { name: 'path', type: 'VARCHAR' },
    { name: 'is_computed', type: 'BOOLEAN' },
    { name: 'sheet_row', type: 'BIGINT' },
  ];
  const rows = nodes.map(({ path, computed = false, row }) => [
    path.at(-1),
    path.length,
    path.at(-2) ?? null,
    path.join(' / '),
    computed,
    row + 1,
  ]);
  return table(`${base}_科目`, columns, rows);
}

/** Labels above a row are columns 階層1, 階層2, …; its own is under the heading of the labels. */
export const labelPath = (heading) => (depth) =>
  Array.from({ length: depth }, (_, at) => (at === depth - 1 ? heading : `階層${at + 1}`));
