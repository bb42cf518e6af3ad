/** The column with this name; as in SQL, case does not count. */
export function columnNamed<Column extends { name: string }>(
  columns: readonly Column[],
  name: string,
): Column | undefined {
  const wanted = name.toLowerCase();
  return columns.find((column) => column.name.toLowerCase() === wanted);
}
