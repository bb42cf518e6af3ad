/** `1 row`, `2 rows`. */
export function counted(count: number | null, noun: string): string {
  return `${count ?? 0} ${noun}${count === 1 ? '' : 's'}`;
}
