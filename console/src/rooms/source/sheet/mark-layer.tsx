import type { TriedParseSpec } from '@workbook-data-service/client/api';
import { useText } from '../../../text/text.js';
import { type CellRange, contains, rangeOf } from '../cells.js';
import { texts } from '../texts.js';
import type { SheetMetrics } from './sheet-metrics.js';
import styles from './sheet-view.module.css';

export type Total = TriedParseSpec['reconciliation'][number];

export interface SheetMarks {
  totals: readonly Total[];
  /** Addresses of cells that are in no table. */
  unplaced: readonly string[];
  /** The parts of a total that is looked at. */
  parts: readonly CellRange[];
}

/** What is known about single cells: totals that agree with their parts or not, and cells that no table has. */
export function MarkLayer({
  marks,
  metrics,
  view,
}: {
  marks: SheetMarks;
  metrics: SheetMetrics;
  view: CellRange;
}) {
  const text = useText(texts);
  const inView = (cell: string) => {
    const { top, left } = rangeOf(cell);
    return contains(view, top, left);
  };
  return (
    <>
      {marks.unplaced.filter(inView).map((cell) => (
        <div
          key={cell}
          className={styles.unplaced}
          style={metrics.box(rangeOf(cell))}
          title={text.notInATable}
        />
      ))}
      {marks.parts.map((range) => (
        <div key={`${range.top} ${range.left}`} className={styles.part} style={metrics.box(range)} />
      ))}
      {marks.totals
        .filter(({ cell }) => inView(cell))
        .map((total) => (
          <div
            key={total.cell}
            className={`${styles.total} ${total.agrees === false ? styles.differs : styles.agrees}`}
            style={metrics.box(rangeOf(total.cell))}
            title={
              total.agrees === false ? text.totalDiffers(total.stated, total.computed) : text.totalAgrees
            }
          />
        ))}
    </>
  );
}
