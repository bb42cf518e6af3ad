import { ArrowLeft } from 'lucide-react';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { type CellRange, formatRange, isOneCell, parseRange } from './cells.js';
import { Decisions } from './decisions.js';
import { RegionEditor } from './region-editor.js';
import { RowLabelField } from './row-label-field.js';
import { RowRoleChoice } from './row-role-choice.js';
import type { Total } from './sheet/mark-layer.js';
import styles from './side-panel.module.css';
import { addRegion, type SpecRegion, type SpecSheet } from './spec-edits.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

export type Show = (what: { cell?: string | undefined; region?: string | undefined }) => void;

interface SidePanelProps {
  draft: Draft;
  mayChange: boolean;
  sheet: SpecSheet;
  region: SpecRegion | undefined;
  selection: CellRange | null;
  /** Undefined until they are known. */
  totals: readonly Total[] | undefined;
  onShow: Show;
  onLookAt: (parts: readonly CellRange[]) => void;
}

/** What was found on the sheet, and everything about it that can be changed. */
export function SidePanel(props: SidePanelProps) {
  const { draft, mayChange, sheet, region, selection, totals, onShow, onLookAt } = props;
  const text = useText(texts);
  return (
    <aside className={styles.panel} aria-label={text.reading}>
      {selection && mayChange && (
        <SelectedCells draft={draft} sheet={sheet} region={region} selection={selection} onShow={onShow} />
      )}
      {region ? (
        <>
          <Button
            look="quiet"
            icon={<ArrowLeft />}
            className={styles.back}
            onClick={() => onShow({ region: undefined, cell: undefined })}
          >
            {text.back}
          </Button>
          <fieldset className={styles.changed} disabled={!mayChange}>
            <RegionEditor key={region.id} draft={draft} region={region} />
          </fieldset>
        </>
      ) : (
        <>
          <fieldset className={styles.changed} disabled={!mayChange}>
            <Decisions draft={draft} regions={sheet.regions} onShow={onShow} />
          </fieldset>
          <RegionList sheet={sheet} onShow={onShow} />
          {totals && <Totals totals={totals} onShow={onShow} onLookAt={onLookAt} />}
        </>
      )}
    </aside>
  );
}

/** What can be made of the selected cells, or the role of the row that they are in. */
function SelectedCells({
  draft,
  sheet,
  region,
  selection,
  onShow,
}: Pick<SidePanelProps, 'draft' | 'sheet' | 'region' | 'onShow'> & { selection: CellRange }) {
  const text = useText(texts);
  const make = (kind: SpecRegion['kind']) => {
    const { id, ...edit } = addRegion(draft.sheets, sheet.name, selection, kind);
    draft.edit(edit);
    onShow({ region: id, cell: undefined });
  };
  const isWithin = region && selection.top === selection.bottom && region.kind === 'data';
  const row = selection.top + 1;
  const mayMake = !region || !isOneCell(selection);
  return (
    <div className={styles.section}>
      <strong aria-live="polite">{text.selected(formatRange(selection))}</strong>
      {isWithin && region && (
        <>
          <RowRoleChoice draft={draft} region={region} row={row} />
          {region.layout !== 'form' && !region.header_rows.includes(row) && (
            <RowLabelField key={row} draft={draft} region={region} row={row} />
          )}
        </>
      )}
      {mayMake && (
        <div className={styles.buttons}>
          <Button onClick={() => make('data')}>{text.makeTable}</Button>
          <Button onClick={() => make('title')}>{text.makeTitle}</Button>
          <Button onClick={() => make('note')}>{text.makeNote}</Button>
        </div>
      )}
    </div>
  );
}

function RegionList({ sheet, onShow }: { sheet: SpecSheet; onShow: Show }) {
  const text = useText(texts);
  const format = useFormat();
  return (
    <div className={styles.section}>
      <h2>{text.regions}</h2>
      {sheet.regions.length === 0 && <p className={styles.soft}>{text.noRegions}</p>}
      <ul className={styles.list}>
        {sheet.regions.map((region) => (
          <li key={region.id}>
            <button
              type="button"
              className={styles.entry}
              onClick={() => onShow({ region: region.id, cell: undefined })}
            >
              <span className={`${styles.dot} ${styles[region.kind]}`} aria-hidden />
              <span className={styles.entryName}>
                {region.kind === 'data' ? region.name || region.id : text[region.kind]}
              </span>
              <span className={styles.soft}>
                {region.range}
                {region.kind === 'data' &&
                  region.confidence < 0.9 &&
                  ` · ${text.confidence(format.percent(region.confidence))}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Totals({
  totals,
  onShow,
  onLookAt,
}: {
  totals: readonly Total[];
  onShow: Show;
  onLookAt: (parts: readonly CellRange[]) => void;
}) {
  const text = useText(texts);
  const format = useFormat();
  const wrong = totals.filter(({ agrees }) => agrees === false);
  const all = format.number(totals.length);
  return (
    <div className={styles.section}>
      <h2>{text.totals}</h2>
      <p className={wrong.length > 0 ? styles.bad : styles.soft}>
        {totals.length === 0
          ? text.noTotals
          : wrong.length > 0
            ? text.someDiffer(wrong.length, all)
            : text.allAgree(all)}
      </p>
      <ul className={styles.list}>
        {wrong.slice(0, 50).map(({ cell, stated, computed, parts = [] }) => (
          <li key={cell}>
            <button
              type="button"
              className={styles.entry}
              onClick={() => {
                onShow({ cell, region: undefined });
                onLookAt(parts.flatMap((part) => parseRange(part.replace(/^-/, '')) ?? []));
              }}
            >
              <strong>{cell}</strong>
              <span className={styles.soft}>
                {text.statedAndComputed(format.number(stated), format.number(computed))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
