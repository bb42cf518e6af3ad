import { useTableTitle } from './use-table-title.js';

/** A table by what it is; its stored name where the mouse rests on it. */
export function TableTitle({ name }: { name: string }) {
  const title = useTableTitle()(name);
  return title === name ? name : <span title={name}>{title}</span>;
}
