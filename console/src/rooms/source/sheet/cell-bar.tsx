import styles from './sheet-view.module.css';
import type { DrawnCell } from './use-tiles.js';

interface CellBarProps {
  /** Such as `B7`. */
  name: string;
  cell: DrawnCell | undefined;
}

/** The selected cell with all of its text, which may be more than there is room for in the sheet. */
export function CellBar({ name, cell }: CellBarProps) {
  return (
    // Screen readers are told the same by the cell.
    <div className={styles.bar} aria-hidden>
      <b>{name}</b>
      <span>{cell?.text}</span>
      {cell?.formula && <code>{cell.formula}</code>}
    </div>
  );
}
