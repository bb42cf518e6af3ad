import {
  ChartArea,
  ChartCandlestick,
  ChartColumn,
  ChartColumnStacked,
  ChartLine,
  ChartNoAxesColumn,
  ChartPie,
  ChartScatter,
  Grid3x3,
} from 'lucide-react';
import { useId } from 'react';
import { useText } from '../../text/text.js';
import { chartTypes } from './chart-choices.js';
import { chartTexts } from './chart-texts.js';
import styles from './charts-page.module.css';

type Kind = (typeof chartTypes)[number];

const pictures: Record<Kind, typeof ChartColumn> = {
  bar: ChartColumn,
  stacked_bar: ChartColumnStacked,
  line: ChartLine,
  area: ChartArea,
  pie: ChartPie,
  scatter: ChartScatter,
  heatmap: Grid3x3,
  histogram: ChartNoAxesColumn,
  box: ChartCandlestick,
};

/** The kinds of charts as pictures. */
export function ChartKinds({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) {
  const text = useText(chartTexts);
  const name = useId();
  return (
    <fieldset className={styles.kinds}>
      <legend>{text.kind}</legend>
      {chartTypes.map((one) => {
        const Picture = pictures[one];
        return (
          <label key={one}>
            <input type="radio" name={name} checked={one === kind} onChange={() => onChoose(one)} />
            <Picture aria-hidden />
            <span>{text[one]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
