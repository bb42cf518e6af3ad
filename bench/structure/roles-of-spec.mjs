/** The roles of the lines that a spec gives, as data/README.md maps them. */
export function rolesOfSpec({ regions }, length) {
  const roles = Array.from({ length }, () => 'empty');
  for (const { kind, range, headerRows, rowRoles } of regions) {
    for (let row = range.top; row <= range.bottom; row++) {
      if (kind !== 'data') roles[row] = kind === 'title' ? 'metadata' : 'notes';
      else if (headerRows.includes(row)) roles[row] = 'header';
      else if (rowRoles.group.includes(row)) roles[row] = 'group';
      else roles[row] = rowRoles.derived.includes(row) ? 'derived' : 'data';
    }
  }
  return roles;
}
