import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { kindIcons } from './block-kinds.js';
import { type Block, type Kind, kinds, type ReportTable, viewOf } from './blocks.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

interface AddBlocksProps {
  tables: ReportTable[];
  charts: string[];
  onAdd: (block: Block) => void;
}

/** A button for each kind of block. */
export function AddBlocks({ tables, charts, onAdd }: AddBlocksProps) {
  const text = useText(reportTexts);
  const [table] = tables;
  const [chart] = charts;
  const made: Record<Kind, Block | undefined> = {
    heading: { kind: 'heading', text: text.newHeading, level: 1 },
    text: { kind: 'text', text: text.newText },
    table_view: table && viewOf(table.name),
    chart: chart === undefined ? undefined : { kind: 'chart', chart },
    spacer: { kind: 'spacer', rows: 1 },
  };
  const missing: Partial<Record<Kind, string>> = { table_view: text.noTables, chart: text.noCharts };
  return (
    <div className={styles.add} role="toolbar" aria-label={text.add} title={text.addHint}>
      <span aria-hidden>{text.add}</span>
      {kinds.map((kind) => {
        const Icon = kindIcons[kind];
        const block = made[kind];
        return (
          <Button
            key={kind}
            look="quiet"
            icon={<Icon aria-hidden />}
            disabled={block === undefined}
            title={block === undefined ? missing[kind] : undefined}
            onClick={() => block && onAdd(block)}
          >
            {text[`kind_${kind}`]}
          </Button>
        );
      })}
    </div>
  );
}
