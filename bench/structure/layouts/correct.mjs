import { withoutPeriods } from '#structure/periods/without-periods.js';

/** A spec as a person may correct it: names, a type, a column that goes, periods that stay wide. */
export function correct(spec, random) {
  const regions = spec.regions.map((region) => {
    if (region.kind !== 'data') return region;
    let next = region;
    if (next.layout === 'crosstab' && random() < 0.3) next = { ...withoutPeriods(next), questions: [] };
    const columns = next.columns.map((column) => ({ ...column }));
    const free = columns.filter(({ role }) => role !== 'period');
    const pick = () => free[Math.floor(random() * free.length)];
    const renamed = pick();
    if (renamed) renamed.name = `corrected ${renamed.name}`.slice(0, 190);
    const typed = pick();
    if (typed && random() < 0.3) typed.type = 'VARCHAR';
    if (random() < 0.15 && next.layout === 'flat' && next.steps.length === 0 && columns.length > 3)
      columns.pop();
    const isRenamed = random() < 0.3;
    const name = isRenamed ? `Corrected ${next.name}`.slice(0, 190) : next.name;
    const derived = random() < 0.1 && next.layout === 'flat' ? [] : next.rowRoles.derived;
    return { ...next, name, columns, rowRoles: { ...next.rowRoles, derived } };
  });
  return { ...spec, regions };
}
