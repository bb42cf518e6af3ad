const KEY = 'workbooks.recent-tables';
const MOST = 5;

type Recent = Record<string, string[]>;

function all(): Recent {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Recent;
  } catch {
    return {};
  }
}

/** Names of the tables of a workbook that were opened in this browser, the last one first. */
export function recentTables(workbookId: string): string[] {
  return all()[workbookId] ?? [];
}

export function rememberTable(workbookId: string, name: string): void {
  const { [workbookId]: before = [], ...others } = all();
  const names = [name, ...before.filter((one) => one !== name)].slice(0, MOST);
  // The workbooks that were open last; the lists of others are not kept forever.
  const kept = Object.entries(others).slice(-19);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [workbookId]: names }));
}
