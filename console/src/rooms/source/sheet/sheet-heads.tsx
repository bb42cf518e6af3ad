import type { SheetMetrics } from './sheet-metrics.js';
import styles from './sheet-view.module.css';

/** The letters of columns or the numbers of rows, which stay in view. */
export function Heads({
  className,
  from,
  to,
  selected,
  isMuted,
  label,
  place,
}: {
  className: string | undefined;
  from: number;
  to: number;
  selected: [number, number] | null;
  isMuted: (at: number) => boolean;
  label: (at: number) => string;
  place: (at: number) => { left?: number; width?: number; top?: number; height?: number };
}) {
  return (
    <div className={className} aria-hidden>
      {placesBetween(from, to).map((at) => {
        const isSelected = selected && selected[0] <= at && at <= selected[1];
        return (
          <span
            key={at}
            className={`${isSelected ? styles.headSelected : ''} ${isMuted(at) ? styles.headMuted : ''}`}
            style={place(at)}
          >
            {label(at)}
          </span>
        );
      })}
    </div>
  );
}

/** The lines between columns; those between rows are a pattern. */
export function Lines({ metrics, from, to }: { metrics: SheetMetrics; from: number; to: number }) {
  return placesBetween(from, to).map((column) => (
    <div key={column} className={styles.line} style={{ left: metrics.left(column + 1) - 1 }} />
  ));
}

const placesBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
