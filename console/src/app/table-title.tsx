import { usePreferences } from '../preferences.js';
import { titleParts } from './table-names.js';
import styles from './table-title.module.css';
import { useTableTitle } from './use-table-title.js';

/** A table by what it is; its stored name where the mouse rests on it. */
export function TableTitle({ name }: { name: string }) {
  const title = useTableTitle()(name);
  return title === name ? name : <span title={name}>{title}</span>;
}

/** The same where there is little room: of the report's name less is shown, and what the table is stays. */
export function NarrowTableTitle({ name }: { name: string }) {
  const { language } = usePreferences();
  const [report, part] = titleParts(name, language);
  if (part === undefined) return name;
  return (
    <span className={styles.narrow} title={name}>
      <span>{report}</span>
      <span> · {part}</span>
    </span>
  );
}
