import type { SpecRegion, SpecSheet } from './spec-edits.js';

interface RegionChange {
  sheet: string;
  id: string;
  name: string;
  /** What is different, or whether the region is new or gone. */
  what: ('added' | 'removed' | 'range' | 'kind' | 'name' | 'rows' | 'columns' | 'shape')[];
  range: string;
}

/** How one reading of the sheets differs from another, region by region. */
export function changesBetween(before: readonly SpecSheet[], after: readonly SpecSheet[]): RegionChange[] {
  return after.flatMap((sheet) => {
    const known = before.find(({ name }) => name === sheet.name)?.regions ?? [];
    const gone = known.filter(({ id }) => !sheet.regions.some((region) => region.id === id));
    return [
      ...sheet.regions.flatMap((region) => {
        const old = known.find(({ id }) => id === region.id);
        const what = old ? differences(old, region) : (['added'] as const);
        return what.length > 0 ? [changeOf(sheet, region, [...what])] : [];
      }),
      ...gone.map((region) => changeOf(sheet, region, ['removed'])),
    ];
  });
}

const changeOf = (
  { name: sheet }: SpecSheet,
  { id, name, range }: SpecRegion,
  what: RegionChange['what'],
): RegionChange => ({ sheet, id, name, what, range });

function differences(old: SpecRegion, region: SpecRegion): RegionChange['what'] {
  const parts: [RegionChange['what'][number], (one: SpecRegion) => unknown][] = [
    ['range', ({ range }) => range],
    ['kind', ({ kind }) => kind],
    ['name', ({ name }) => name],
    [
      'rows',
      ({ header_rows, record_rows = 1, row_roles, row_labels = {} }) => [
        header_rows,
        record_rows,
        row_roles,
        row_labels,
      ],
    ],
    [
      'columns',
      ({ columns }) => columns.map(({ name, source, line, type, role }) => [name, source, line, type, role]),
    ],
    ['shape', ({ layout, steps = [] }) => [layout, steps]],
  ];
  return parts.flatMap(([what, of]) =>
    JSON.stringify(of(old)) === JSON.stringify(of(region)) ? [] : [what],
  );
}
