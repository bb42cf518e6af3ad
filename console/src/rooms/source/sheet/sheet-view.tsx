import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SourcePlace } from '../../../app/source-queries.js';
import { useText } from '../../../text/text.js';
import { ProblemNotice } from '../../../ui/notice.js';
import { ProgressBar } from '../../../ui/progress.js';
import { type CellRange, cellName, columnLetters, formatRange, overlap, rangeOf } from '../cells.js';
import type { SpecRegion } from '../spec-edits.js';
import { texts } from '../texts.js';
import { CellBar } from './cell-bar.js';
import { CellLayer } from './cell-layer.js';
import { MarkLayer, type SheetMarks } from './mark-layer.js';
import { type Edge, RegionOverlay, regionRange, withEdgeAt, withEdgeMoved } from './region-overlay.js';
import { clamp, oppositeOf, rangeBetween, steps, withMerges } from './selection.js';
import { Heads, Lines } from './sheet-heads.js';
import { GUTTER_WIDTH, HEAD_HEIGHT, ROW_HEIGHT, SheetMetrics } from './sheet-metrics.js';
import styles from './sheet-view.module.css';
import { useTiles } from './use-tiles.js';

interface SheetViewProps {
  place: SourcePlace;
  sheet: string;
  used: CellRange | null;
  regions: readonly SpecRegion[];
  marks: SheetMarks;
  selection: CellRange | null;
  selectedRegion: string | undefined;
  onSelect: (selection: CellRange, region: SpecRegion | undefined) => void;
  onSelectRegion: (region: SpecRegion) => void;
  /** Absent where regions cannot be changed. */
  onMove?: ((region: SpecRegion, range: CellRange) => void) | undefined;
  ref?: Ref<SheetHandle>;
}

interface SheetHandle {
  focus(): void;
}

const MIN_COLUMNS = 12;
const MIN_ROWS = 30;
/** Blank rows and columns beyond the used ones. */
const BEYOND = 3;
/** Rows and columns beyond the view that are drawn before they are scrolled to. */
const AHEAD = 6;
const FIRST_VIEW: CellRange = { top: 0, left: 0, bottom: 40, right: 20 };

/** A sheet as it is in its file, with the regions that were found in it laid over it. */
export function SheetView(props: SheetViewProps) {
  const { place, sheet, used, regions, selection, selectedRegion, onMove } = props;
  const text = useText(texts);
  const id = useId();
  const [view, setView] = useState(FIRST_VIEW);
  const [drag, setDrag] = useState<{ region: string; edge: Edge; range: CellRange }>();
  const [anchor, setAnchor] = useState<{ row: number; column: number }>();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useImperativeHandle(props.ref, () => ({ focus: () => grid.current?.focus() }));
  const tiles = useTiles(place, sheet, used, view);
  const metrics = useMemo(
    () =>
      new SheetMetrics(
        Math.max(MIN_ROWS, (used?.bottom ?? 0) + 1 + BEYOND),
        Math.max(MIN_COLUMNS, (used?.right ?? 0) + 1 + BEYOND),
        tiles.widths,
      ),
    [used?.bottom, used?.right, tiles.widths],
  );

  function look(): void {
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = scroller.current as HTMLDivElement;
    const next = {
      top: Math.max(0, metrics.rowAt(scrollTop) - AHEAD),
      left: Math.max(0, metrics.columnAt(scrollLeft) - AHEAD),
      bottom: metrics.rowAt(scrollTop + clientHeight) + AHEAD,
      right: metrics.columnAt(scrollLeft + clientWidth) + AHEAD,
    };
    setView((now) => (formatRange(now) === formatRange(next) ? now : next));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in view changes with the sizes of columns.
  useEffect(() => {
    const watched = new ResizeObserver(look);
    watched.observe(scroller.current as HTMLDivElement);
    return () => watched.disconnect();
  }, [metrics]);

  // The cell that a link names is brought into view, once columns have their widths.
  const isReady = !tiles.isLoading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection scrolls, not another width.
  useEffect(() => {
    if (selection && isReady) reveal(selection);
  }, [selection && formatRange(selection), sheet, isReady]);

  function reveal(range: CellRange): void {
    const element = scroller.current as HTMLDivElement;
    const box = metrics.box({ ...range, bottom: range.top, right: range.left });
    const [width, height] = [element.clientWidth - GUTTER_WIDTH, element.clientHeight - HEAD_HEIGHT];
    const { scrollLeft, scrollTop } = element;
    const isBeside = box.left < scrollLeft || box.left + box.width > scrollLeft + width;
    const isAbove = box.top < scrollTop || box.top + box.height > scrollTop + height;
    element.scrollTo({
      left: isBeside ? Math.max(0, box.left - width / 3) : scrollLeft,
      top: isAbove ? Math.max(0, box.top - height / 3) : scrollTop,
    });
  }

  function cellUnder(event: PointerEvent): { row: number; column: number } {
    const { left, top } = (body.current as HTMLDivElement).getBoundingClientRect();
    return { row: metrics.rowAt(event.clientY - top), column: metrics.columnAt(event.clientX - left) };
  }

  const regionAt = (row: number, column: number) =>
    regions.find((region) =>
      overlap(rangeOf(region.range), { top: row, left: column, bottom: row, right: column }),
    );

  function select(from: { row: number; column: number }, to: { row: number; column: number }): void {
    const range = withMerges(rangeBetween(from, to), tiles.merges);
    props.onSelect(range, regionAt(from.row, from.column));
  }

  function onCellDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    const cell = cellUnder(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = event.shiftKey && anchor ? anchor : cell;
    setAnchor(from);
    select(from, cell);
  }

  function onCellMove(event: PointerEvent<HTMLDivElement>): void {
    if (!anchor || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    select(anchor, cellUnder(event));
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const from = anchor ?? { row: selection?.top ?? 0, column: selection?.left ?? 0 };
    const at = event.shiftKey && selection ? oppositeOf(selection, from) : from;
    const to = {
      row: clamp(at.row + step[0], metrics.rows - 1),
      column: clamp(at.column + step[1], metrics.columns - 1),
    };
    if (!event.shiftKey) setAnchor(to);
    select(event.shiftKey ? from : to, to);
  }

  function onEdgeDown(region: SpecRegion, edge: Edge, event: PointerEvent<HTMLButtonElement>): void {
    event.stopPropagation();
    const held = event.currentTarget;
    held.setPointerCapture(event.pointerId);
    let range = regionRange(region);
    const follow = (moved: globalThis.PointerEvent) => {
      const { row, column } = cellUnder(moved as unknown as PointerEvent);
      range = withEdgeAt(regionRange(region), edge, row, column, used ?? range);
      setDrag({ region: region.id, edge, range });
    };
    const end = () => {
      held.removeEventListener('pointermove', follow);
      held.removeEventListener('pointerup', drop);
      held.removeEventListener('pointercancel', end);
      setDrag(undefined);
    };
    const drop = () => {
      end();
      if (formatRange(range) !== region.range) onMove?.(region, range);
    };
    held.addEventListener('pointermove', follow);
    held.addEventListener('pointerup', drop);
    held.addEventListener('pointercancel', end);
  }

  function onEdgeKey(region: SpecRegion, edge: Edge, event: KeyboardEvent<HTMLButtonElement>): void {
    const now = regionRange(region);
    const range = withEdgeMoved(now, edge, event.key, used ?? now);
    if (!range) return;
    event.preventDefault();
    if (formatRange(range) !== formatRange(now)) onMove?.(region, range);
  }

  const drawn = {
    top: view.top,
    left: view.left,
    bottom: Math.min(view.bottom, metrics.rows - 1),
    right: Math.min(view.right, metrics.columns - 1),
  };
  const idOf = (row: number, column: number) => `${id}-${cellName(row, column)}`;
  const active =
    selection && tiles.at(selection.top, selection.left) ? idOf(selection.top, selection.left) : undefined;
  return (
    <div className={styles.frame}>
      <CellBar
        name={selection ? cellName(selection.top, selection.left) : undefined}
        cell={selection ? tiles.at(selection.top, selection.left) : undefined}
      />
      <div ref={scroller} className={styles.scroller} onScroll={look}>
        <div
          className={styles.space}
          style={{
            gridTemplateColumns: `${GUTTER_WIDTH}px ${metrics.width}px`,
            gridTemplateRows: `${HEAD_HEIGHT}px ${metrics.height}px`,
          }}
        >
          <div className={styles.corner} aria-hidden />
          <Heads
            className={styles.columnHeads}
            from={drawn.left}
            to={drawn.right}
            selected={selection && [selection.left, selection.right]}
            isMuted={(column) => tiles.hiddenColumns.has(column)}
            label={columnLetters}
            place={(column) => ({
              left: metrics.left(column),
              width: metrics.left(column + 1) - metrics.left(column),
            })}
          />
          <Heads
            className={styles.rowHeads}
            from={drawn.top}
            to={drawn.bottom}
            selected={selection && [selection.top, selection.bottom]}
            isMuted={(row) => tiles.hiddenRows.has(row)}
            label={(row) => String(row + 1)}
            place={(row) => ({ top: row * ROW_HEIGHT, height: ROW_HEIGHT })}
          />
          <div ref={body} className={styles.body} style={{ width: metrics.width, height: metrics.height }}>
            {/* biome-ignore lint/a11y/useSemanticElements: a table of a million rows cannot exist; only the cells in view do. */}
            <div
              ref={grid}
              role="grid"
              aria-label={text.sheet(sheet)}
              aria-rowcount={metrics.rows}
              aria-colcount={metrics.columns}
              aria-activedescendant={active}
              tabIndex={0}
              className={styles.grid}
              style={{ height: metrics.height }}
              onPointerDown={onCellDown}
              onPointerMove={onCellMove}
              onKeyDown={onKeyDown}
            >
              <CellLayer tiles={tiles} metrics={metrics} view={drawn} idOf={idOf} />
            </div>
            <div className={styles.overlay}>
              <Lines metrics={metrics} from={drawn.left} to={drawn.right} />
              {regions.map((region) => {
                const range = drag?.region === region.id ? drag.range : regionRange(region);
                if (!overlap(range, drawn)) return null;
                return (
                  <RegionOverlay
                    key={region.id}
                    region={region}
                    range={range}
                    metrics={metrics}
                    view={drawn}
                    isSelected={region.id === selectedRegion}
                    label={region.kind === 'data' ? region.name || region.id : text[region.kind]}
                    edgeLabel={(edge) => text.edge(text[edge], region.name || region.id)}
                    onSelect={() => props.onSelectRegion(region)}
                    {...(onMove && {
                      onEdgeDown: (edge, event) => onEdgeDown(region, edge, event),
                      onEdgeKey: (edge, event) => onEdgeKey(region, edge, event),
                    })}
                  />
                );
              })}
              <MarkLayer marks={props.marks} metrics={metrics} view={drawn} />
              {selection && <div className={styles.selection} style={metrics.box(selection)} />}
            </div>
          </div>
        </div>
      </div>
      {tiles.isLoading && (
        <div className={styles.loading}>
          <ProgressBar label={text.loadingCells} />
        </div>
      )}
      <ProblemNotice error={tiles.error} />
    </div>
  );
}
