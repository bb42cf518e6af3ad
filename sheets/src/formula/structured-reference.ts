/** What `Sales[[#This Row],[Qty]]` says between its outer brackets. */
interface StructuredReference {
  /** `all`, `data`, `headers`, `totals`, `this row`; data where none is named. */
  areas: ReadonlySet<string>;
  /** The first and the last column, or null for every column. */
  columns: readonly [string, string] | null;
}

const areaNames = new Set(['all', 'data', 'headers', 'totals', 'this row']);
const item = /\s*(?:\[((?:[^[\]']|'.)*)\]|([,:]))\s*/suy;

/** Null where the text is none. */
export function parseStructuredReference(items: string): StructuredReference | null {
  const isThisRow = items.startsWith('@');
  const rest = isThisRow ? items.slice(1) : items;
  const areas = new Set<string>(isThisRow ? ['this row'] : []);
  const columns: string[] = [];
  const add = (text: string): void => {
    const area = text.startsWith('#') ? text.slice(1).toLowerCase() : '';
    if (areaNames.has(area)) areas.add(area);
    else columns.push(text.replaceAll(/'(.)/gsu, '$1'));
  };
  if (!rest.includes('[')) {
    if (rest.trim() !== '') add(rest);
  } else {
    let isSpan = false;
    for (item.lastIndex = 0; item.lastIndex < rest.length; ) {
      const match = item.exec(rest);
      if (!match) return null;
      if (match[1] !== undefined) add(match[1]);
      else if (match[2] === ':') isSpan = true;
    }
    if (columns.length > 1 && !(isSpan && columns.length === 2)) return null;
  }
  const [first, last = first] = columns;
  return {
    areas: areas.size === 0 ? new Set(['data']) : areas,
    columns: first === undefined || last === undefined ? null : [first, last],
  };
}
