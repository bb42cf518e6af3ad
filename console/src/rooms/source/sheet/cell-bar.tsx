import { useText } from '../../../text/text.js';
import { texts } from '../texts.js';
import styles from './sheet-view.module.css';
import type { DrawnCell } from './use-tiles.js';

interface CellBarProps {
  /** Such as `B7`; undefined where no cell is selected. */
  name: string | undefined;
  cell: DrawnCell | undefined;
}

/** The selected cell with all of its text, which may be more than there is room for in the sheet. */
export function CellBar({ name, cell }: CellBarProps) {
  const text = useText(texts);
  return (
    // Screen readers are told the same by the cell.
    <div className={styles.bar} aria-hidden>
      {name ? <b>{name}</b> : <i>{text.selectHint}</i>}
      <span>{cell?.text}</span>
      {cell?.formula && <code>{cell.formula}</code>}
    </div>
  );
}
