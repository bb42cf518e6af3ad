const KEY = 'workbooks.recent';
const MOST = 20;

/** Ids of the workbooks that were opened in this browser, the last one first. */
export function recentWorkbooks(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function rememberWorkbook(id: string): void {
  const others = recentWorkbooks().filter((one) => one !== id);
  localStorage.setItem(KEY, JSON.stringify([id, ...others].slice(0, MOST)));
}
