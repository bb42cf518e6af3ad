import type { TriedParseSpec } from '@workbook-data-service/client/api';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import styles from './coverage.module.css';
import { texts } from './texts.js';

/** How much of the sheet is in tables, at a glance. Its line is kept free until that is known, so that nothing moves then. */
export function Coverage({
  tried,
  sheet,
  onShow,
}: {
  tried: TriedParseSpec | undefined;
  sheet: string;
  onShow: (cell: string) => void;
}) {
  const text = useText(texts);
  const format = useFormat();
  const coverage = tried?.coverage.find((one) => one.sheet === sheet);
  if (!coverage) return <div className={styles.coverage} aria-live="polite" />;
  const { cells, placed, unplaced_cells } = coverage;
  const [first] = unplaced_cells;
  const label = text.covered(format.number(placed), format.number(cells));
  return (
    <div className={styles.coverage} aria-live="polite">
      <meter className={styles.meter} min={0} max={Math.max(1, cells)} value={placed} aria-label={label} />
      <span>{label}</span>
      {first && (
        <button type="button" className={styles.link} onClick={() => onShow(first)}>
          {text.showUnplaced}
        </button>
      )}
    </div>
  );
}
