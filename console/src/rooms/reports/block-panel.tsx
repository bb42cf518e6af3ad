import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { Select, TextArea, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import type { Block, BlockOf, Draft, ReportTable } from './blocks.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';
import { ViewFields } from './view-fields.js';

interface BlockPanelProps {
  workbookId: string;
  name: string;
  draft: Draft;
  /** Of the selected block; -1 without one. */
  place: number;
  tables: ReportTable[];
  charts: string[];
  /** Why nothing comes of the selected block. */
  fault: unknown;
  onChange: (part: Partial<Draft>) => void;
  onClose: () => void;
}

/** The selected block, or the report itself. */
export function BlockPanel(props: BlockPanelProps) {
  const { workbookId, name, draft, place, tables, charts, fault, onChange, onClose } = props;
  const text = useText(reportTexts);
  const selected = draft.blocks[place];
  if (!selected)
    return (
      <aside className={styles.panel} aria-label={text.panel}>
        <h2>{text.report}</h2>
        <TextField
          label={text.reportTitle}
          hint={text.reportTitleHint(name)}
          maxLength={1000}
          value={draft.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <p className={styles.hint}>{text.keys}</p>
      </aside>
    );
  const set = (block: Block) => onChange({ blocks: draft.blocks.with(place, { ...selected, block }) });
  return (
    <aside className={`${styles.panel} ${styles.open}`} aria-label={text.panel}>
      <header className={styles.panelHead}>
        <h2>{text[`kind_${selected.block.kind}`]}</h2>
        <IconButton label={text.close} icon={<X />} onClick={onClose} />
      </header>
      <ProblemNotice error={fault} />
      <BlockFields
        workbookId={workbookId}
        block={selected.block}
        tables={tables}
        charts={charts}
        onChange={set}
      />
    </aside>
  );
}

interface BlockFieldsProps {
  workbookId: string;
  block: Block;
  tables: ReportTable[];
  charts: string[];
  onChange: (block: Block) => void;
}

function BlockFields({ workbookId, block, tables, charts, onChange }: BlockFieldsProps) {
  const text = useText(reportTexts);
  switch (block.kind) {
    case 'heading':
      return <HeadingFields block={block} onChange={onChange} />;
    case 'text':
      return (
        <TextArea
          label={text.text}
          rows={8}
          maxLength={20_000}
          autoFocus
          value={block.text}
          onChange={({ target }) => onChange({ ...block, text: target.value })}
        />
      );
    case 'spacer':
      return (
        <TextField
          label={text.rows}
          type="number"
          min={1}
          max={50}
          autoFocus
          value={block.rows ?? 1}
          onChange={({ target }) => onChange({ ...block, rows: Number(target.value) || 1 })}
        />
      );
    case 'chart':
      return (
        <>
          <Select
            label={text.chart}
            autoFocus
            value={block.chart}
            onChange={({ target }) => onChange({ ...block, chart: target.value })}
          >
            {!charts.includes(block.chart) && <option>{block.chart}</option>}
            {charts.map((chart) => (
              <option key={chart}>{chart}</option>
            ))}
          </Select>
          <Link to="/workbooks/$workbookId/charts" params={{ workbookId }}>
            {text.changeChart}
          </Link>
        </>
      );
    case 'table_view':
      return <ViewFields workbookId={workbookId} view={block} tables={tables} onChange={onChange} />;
  }
}

interface HeadingFieldsProps {
  block: BlockOf['heading'];
  onChange: (block: BlockOf['heading']) => void;
}

function HeadingFields({ block, onChange }: HeadingFieldsProps) {
  const text = useText(reportTexts);
  return (
    <>
      <TextField
        label={text.kind_heading}
        required
        maxLength={1000}
        autoFocus
        onFocus={({ target }) => target.select()}
        value={block.text}
        onChange={({ target }) => onChange({ ...block, text: target.value })}
      />
      <Select
        label={text.level}
        value={block.level ?? 1}
        onChange={({ target }) => onChange({ ...block, level: Number(target.value) })}
      >
        {([1, 2, 3] as const).map((level) => (
          <option key={level} value={level}>
            {text[`level${level}`]}
          </option>
        ))}
      </Select>
    </>
  );
}
