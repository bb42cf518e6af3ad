import type { KeyboardEvent, PointerEvent } from 'react';
import { type CellRange, cellName, columnNumber, overlap, rangeOf } from '../cells.js';
import type { SpecRegion } from '../spec-edits.js';
import type { SheetMetrics } from './sheet-metrics.js';
import styles from './sheet-view.module.css';

export type Edge = 'top' | 'right' | 'bottom' | 'left';

const edges: readonly Edge[] = ['top', 'right', 'bottom', 'left'];

interface RegionOverlayProps {
  region: SpecRegion;
  /** Where it is drawn: while an edge is dragged, not where the spec says. */
  range: CellRange;
  metrics: SheetMetrics;
  view: CellRange;
  isSelected: boolean;
  label: string;
  edgeLabel: (edge: Edge) => string;
  onSelect: () => void;
  /** Absent where regions cannot be changed. */
  onEdgeDown?: (edge: Edge, event: PointerEvent<HTMLButtonElement>) => void;
  onEdgeKey?: (edge: Edge, event: KeyboardEvent<HTMLButtonElement>) => void;
}

/** A region laid over the sheet: its rows and columns tinted by their roles, an outline, its name, and edges to hold. */
export function RegionOverlay(props: RegionOverlayProps) {
  const { region, range, metrics, view, isSelected, label, onSelect } = props;
  const box = metrics.box(range);
  return (
    <div
      className={`${styles.region} ${styles[region.kind]} ${isSelected ? styles.selected : ''} ${range.top === 0 ? styles.atTop : ''}`}
      style={box}
    >
      {region.kind === 'data' && <Strips region={region} range={range} metrics={metrics} view={view} />}
      <button
        type="button"
        className={styles.chip}
        aria-pressed={isSelected}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={onSelect}
      >
        {label}
      </button>
      {isSelected &&
        props.onEdgeDown &&
        edges.map((edge) => (
          <button
            key={edge}
            type="button"
            className={`${styles.edge} ${styles[`${edge}Edge`]}`}
            aria-label={props.edgeLabel(edge)}
            onPointerDown={(event) => props.onEdgeDown?.(edge, event)}
            onKeyDown={(event) => props.onEdgeKey?.(edge, event)}
          />
        ))}
    </div>
  );
}

/** Rows that are no records, and computed columns, in runs. */
function Strips({
  region,
  range,
  metrics,
  view,
}: Pick<RegionOverlayProps, 'region' | 'range' | 'metrics' | 'view'>) {
  const rows = [
    ['header', region.header_rows],
    ['group', region.row_roles.group],
    ['derived', region.row_roles.derived],
    ['note', region.row_roles.note ?? []],
    ['skip', region.row_roles.skip ?? []],
  ] as const;
  const strips = rows.flatMap(([role, numbers]) =>
    runsOf(numbers.map((row) => row - 1)).map(([top, bottom]) => ({
      role,
      range: { ...range, top, bottom },
    })),
  );
  const bodyTop = Math.max(range.top, ...region.header_rows.filter((row) => row - 1 <= range.bottom));
  const columns = region.columns
    .filter(({ derived }) => derived)
    .map(({ source }) => columnNumber(source))
    .map((column) => ({
      role: 'derived' as const,
      range: { ...range, top: bodyTop, left: column, right: column },
    }));
  const [left, top] = [metrics.left(range.left), metrics.box(range).top];
  return [...strips, ...columns]
    .filter((strip) => overlap(strip.range, view))
    .map((strip) => {
      const box = metrics.box(strip.range);
      return (
        <div
          key={`${strip.role}${cellName(strip.range.top, strip.range.left)}`}
          className={`${styles.strip} ${styles[`${strip.role}Strip`]}`}
          style={{ ...box, left: box.left - left, top: box.top - top }}
        />
      );
    });
}

/** Runs of consecutive numbers, as first and last. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** A region's range with one of its edges moved to a cell, inside the sheet and never beyond the opposite edge. */
export function withEdgeAt(
  range: CellRange,
  edge: Edge,
  row: number,
  column: number,
  within: CellRange,
): CellRange {
  switch (edge) {
    case 'top':
      return { ...range, top: Math.max(within.top, Math.min(row, range.bottom)) };
    case 'bottom':
      return { ...range, bottom: Math.min(within.bottom, Math.max(row, range.top)) };
    case 'left':
      return { ...range, left: Math.max(within.left, Math.min(column, range.right)) };
    case 'right':
      return { ...range, right: Math.min(within.right, Math.max(column, range.left)) };
  }
}

/** The edge moved by one cell, by an arrow key; null for other keys. */
export function withEdgeMoved(
  range: CellRange,
  edge: Edge,
  key: string,
  within: CellRange,
): CellRange | null {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key];
  if (step === undefined) return null;
  const isUpright = key === 'ArrowUp' || key === 'ArrowDown';
  const movesUpright = edge === 'top' || edge === 'bottom';
  if (isUpright !== movesUpright) return null;
  return withEdgeAt(
    range,
    edge,
    range[movesUpright ? edge : 'top'] + step,
    range[movesUpright ? 'left' : edge] + step,
    within,
  );
}

export const regionRange = ({ range }: SpecRegion): CellRange => rangeOf(range);
