import { useEffect, useMemo, useRef, useState } from 'react';
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { useText } from '../../text/text.js';
import { useIsDark } from '../../ui/use-is-dark.js';
import { chartTexts } from './chart-texts.js';
import styles from './charts-page.module.css';
import { inDarkColours } from './dark-colours.js';
import { type ChartRow, type DrawnChart, forPage, legendOf, tipOf } from './drawn-chart.js';

interface LiveChartProps {
  drawn: DrawnChart;
  label: string;
  /** Absent for a mark whose rows cannot be shown by themselves. */
  openRows: (row: ChartRow) => (() => void) | undefined;
}

/** As in the worker of the service: nothing is loaded. */
const refuse = async (): Promise<never> => {
  throw new Error('charts load nothing');
};
const loader = { load: refuse, http: refuse, file: refuse, sanitize: refuse } as unknown as vega.Loader;

/** A chart drawn by the page: marks have tips and lead to their rows, and the legend filters. */
export function LiveChart({ drawn, label, openRows }: LiveChartProps) {
  const text = useText(chartTexts);
  const isDark = useIsDark();
  const host = useRef<HTMLDivElement>(null);
  const open = useRef(openRows);
  useEffect(() => {
    open.current = openRows;
  });
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [tip, setTip] = useState<{ x: number; y: number; lines: string[] }>();
  const shown = useMemo(() => (isDark ? inDarkColours(drawn.spec) : drawn.spec), [drawn, isDark]);
  const legend = legendOf(shown);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const field = legendOf(shown)?.field;
    const rows = field ? drawn.rows.filter((row) => !hidden.has(String(row[field]))) : drawn.rows;
    const logger = vega.logger(vega.None);
    const spec = {
      ...forPage(shown, isDark),
      ...fitting(shown, element.clientWidth),
      data: { values: rows.map((row) => ({ ...row })) },
    };
    const compiled = compile(spec as unknown as TopLevelSpec, { logger }).spec;
    // Expressions are interpreted: the page allows no code that is made of text.
    const runtime = vega.parse(compiled, undefined, { ast: true } as object);
    const view = new vega.View(runtime, { expr: expressionInterpreter, renderer: 'canvas', loader, logger });
    view.tooltip((_, event, item, value) => {
      if (!value) return setTip(undefined);
      const { left, top } = element.getBoundingClientRect();
      setTip({ x: event.clientX - left, y: event.clientY - top, lines: tipOf(rowOf(item)) });
    });
    view.addEventListener('click', (_, item) => {
      if (item?.datum) open.current(rowOf(item))?.();
    });
    view.initialize(element).hover();
    void view.runAsync();
    return () => {
      setTip(undefined);
      view.finalize();
      element.replaceChildren();
    };
  }, [drawn, shown, hidden, isDark]);

  function toggle(series: string): void {
    const next = new Set(hidden);
    if (!next.delete(series)) next.add(series);
    setHidden(next);
  }

  return (
    <div className={styles.live}>
      <div className={styles.stage}>
        {/* Vega gives its element a role of its own. */}
        <div role="img" aria-label={label}>
          <div ref={host} />
        </div>
        {tip && tip.lines.length > 0 && (
          <div className={styles.tip} aria-hidden style={{ left: tip.x, top: tip.y }}>
            {tip.lines.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place.
              <div key={i}>{line}</div>
            ))}
          </div>
        )}
      </div>
      {legend && legend.items.length > 1 && (
        <fieldset className={styles.legend}>
          <legend>{legend.title ?? text.series}</legend>
          {legend.items.map(({ label: series, colour }) => (
            <button
              key={series}
              type="button"
              aria-pressed={!hidden.has(series)}
              onClick={() => toggle(series)}
            >
              <span style={{ background: colour }} aria-hidden />
              {series}
            </button>
          ))}
        </fieldset>
      )}
      <details className={styles.figures}>
        <summary>{text.figures}</summary>
        <Figures rows={drawn.rows} openRows={openRows} />
      </details>
    </div>
  );
}

/** As wide as its place, which is narrower on a phone. */
function fitting({ width, height }: Record<string, unknown>, room: number) {
  const [wanted, high] = [Number(width), Number(height)];
  return room > 0 && room < wanted
    ? { width: room, height: Math.max(220, Math.round((high * room) / wanted)) }
    : {};
}

const MAX_LISTED = 200;

/** The same for readers who hear the chart or have no mouse. */
function Figures({ rows, openRows }: { rows: ChartRow[]; openRows: LiveChartProps['openRows'] }) {
  const text = useText(chartTexts);
  return (
    <ul>
      {rows.slice(0, MAX_LISTED).map((row, i) => {
        const lines = tipOf(row).join(' · ');
        const show = openRows(row);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
          <li key={i}>
            {show ? (
              <button type="button" onClick={show} aria-label={text.rowsOf(lines)}>
                {lines}
              </button>
            ) : (
              lines
            )}
          </li>
        );
      })}
    </ul>
  );
}

const rowOf = ({ datum }: { datum?: unknown }): ChartRow => (datum ?? {}) as ChartRow;
