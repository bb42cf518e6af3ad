import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import type { ParseSpec, SourceDetail } from '@workbook-data-service/client/api';
import { Redo2, Undo2 } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { ClosedFilesNotice } from '../../app/closed-files.js';
import { forgetMaking, useMaking } from '../../app/making/making-store.js';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { ReadingChoice } from '../../app/readings/reading-choice.js';
import type { SourcePlace } from '../../app/source-queries.js';
import { useRights } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { type CellRange, formatRange, parseRange, rangeOf } from './cells.js';
import { ConflictNotice } from './conflict-notice.js';
import { Coverage } from './coverage.js';
import { FreshReading } from './fresh-reading.js';
import { Legend } from './legend.js';
import { LossesNotice } from './losses-notice.js';
import { MakingNotice } from './making-notice.js';
import styles from './reading-editor.module.css';
import { RememberedReading } from './remembered-reading.js';
import { SaveDialog } from './save-dialog.js';
import type { SheetMarks } from './sheet/mark-layer.js';
import { SheetView } from './sheet/sheet-view.js';
import { SidePanel } from './side-panel.js';
import { moveRegion } from './spec-edits.js';
import { TablesPane } from './tables-pane.js';
import { texts } from './texts.js';
import { useDraft } from './use-draft.js';

const panes = ['sheetPane', 'reading', 'tables'] as const;
const route = '/signed-in/workbooks/$workbookId/files/$source';

/** A sheet with its reading laid over it, which can be corrected: what would come of it is shown at once. */
export function ReadingEditor({
  place,
  source,
  spec,
  fileActions,
}: {
  place: SourcePlace;
  source: SourceDetail;
  spec: ParseSpec;
  /** What is done with the file itself. */
  fileActions: ReactNode;
}) {
  const text = useText(texts);
  const search = useSearch({ from: route });
  const navigate = useNavigate({ from: '/workbooks/$workbookId/files/$source' });
  const rights = useRights(place.workbook_id);
  const making = useMaking(place);
  const isMaking = making !== undefined && making.state !== 'failed';
  const mayWrite = rights.mayWrite && !isMaking;
  const draft = useDraft(place, spec);
  const [base, setBase] = useState(spec);
  /** What is being saved, as it was when that was asked for. */
  const [saving, setSaving] =
    useState<Pick<ComponentProps<typeof SaveDialog>, 'sheets' | 'tables' | 'losses'>>();
  const [pane, setPane] = useState<(typeof panes)[number]>('sheetPane');
  const [lookedAt, setLookedAt] = useState<readonly CellRange[]>([]);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => draft.isChanged && !isMaking && current.pathname !== next.pathname,
    enableBeforeUnload: () => draft.isChanged && !isMaking,
    withResolver: true,
  });

  const { discard } = draft;
  const isMade = making?.state === 'done' && making.isTold;
  useEffect(() => {
    if (!isMade) return;
    discard();
    forgetMaking(place);
  }, [isMade, discard, place]);

  const sheet =
    draft.sheets.find(({ name }) => name === search.sheet) ??
    draft.sheets.find(({ used_range }) => used_range !== null) ??
    draft.sheets[0];
  const selection = useMemo(() => parseRange(search.cell ?? ''), [search.cell]);
  const region = sheet?.regions.find(({ id }) => id === search.region);
  const { tried } = draft;
  const marks: SheetMarks = useMemo(
    () => ({
      totals: tried?.reconciliation.filter((total) => total.sheet === sheet?.name) ?? [],
      unplaced: tried?.coverage.find((one) => one.sheet === sheet?.name)?.unplaced_cells ?? [],
      parts: lookedAt,
    }),
    [tried, sheet?.name, lookedAt],
  );
  if (!sheet) return null;

  const show = (next: { cell?: string | undefined; region?: string | undefined; sheet?: string }) =>
    navigate({ search: (now) => ({ ...now, ...next }), replace: true });

  function onKeyDown(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isTyping || !(event.ctrlKey || event.metaKey)) return;
    const wanted =
      event.key === 'z' && !event.shiftKey
        ? draft.undo
        : event.key === 'y' || event.key === 'Z'
          ? draft.redo
          : undefined;
    if (!wanted && !/^[zy]$/i.test(event.key)) return;
    // What is undone here is the draft, never what was done to the workbook.
    event.preventDefault();
    if (!isMaking) wanted?.();
  }

  const isOutdated = draft.isChanged && !isMaking && spec.spec_version !== base.spec_version;
  if (!draft.isChanged && base !== spec) setBase(spec);
  const actions = mayWrite ? (
    <>
      <IconButton label={text.undo} icon={<Undo2 />} disabled={!draft.undo} onClick={() => draft.undo?.()} />
      <IconButton label={text.redo} icon={<Redo2 />} disabled={!draft.redo} onClick={() => draft.redo?.()} />
      {draft.isChanged && <Button onClick={draft.discard}>{text.discard}</Button>}
      {!draft.isChanged && fileActions}
      <Button
        look={draft.isChanged || source.status !== 'materialized' ? 'primary' : 'plain'}
        disabled={draft.isTrying || !tried || tried.faults.length > 0 || isOutdated}
        onClick={() =>
          tried &&
          setSaving({
            sheets: draft.isChanged ? draft.sheets : null,
            tables: tried.tables,
            losses: draft.isChanged ? tried.losses : [],
          })
        }
      >
        {draft.isChanged ? text.save : text.make}
      </Button>
    </>
  ) : (
    fileActions
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the whole page; each has a button too.
    <div className={styles.whole} onKeyDown={onKeyDown}>
      <Page
        isFull
        title={source.name}
        description={<Coverage tried={tried} sheet={sheet.name} onShow={(cell) => show({ cell })} />}
        actions={actions}
      >
        <div className={styles.layout}>
          <div className={styles.notices}>
            <ClosedFilesNotice workbookId={place.workbook_id} />
            <ReadOnlyNotice workbookId={place.workbook_id} />
            {making && (
              <MakingNotice
                making={making}
                onTakeUp={draft.isChanged ? undefined : (sheets) => draft.edit({ sheets, describe: [] })}
              />
            )}
            {isOutdated && (
              <ConflictNotice
                before={base.sheets}
                theirs={spec.sheets}
                onTakeTheirs={draft.discard}
                onKeepMine={() => setBase(spec)}
              />
            )}
            {!draft.isChanged && (
              <>
                {search.fresh && <FreshReading source={source} spec={spec} />}
                <RememberedReading key={sheet.name} place={place} sheet={sheet} mayChange={mayWrite} />
                <ReadingChoice place={place} sheet={sheet.name} isFolded />
              </>
            )}
            <ProblemNotice error={draft.error} />
            {tried && tried.faults.length > 0 && (
              <Notice kind="warning">
                <p>{text.faults}</p>
                <ul className={styles.faults}>
                  {tried.faults.slice(0, 5).map(({ path, message }) => (
                    <li key={path + message}>{message}</li>
                  ))}
                </ul>
              </Notice>
            )}
            {draft.isChanged && tried && <LossesNotice losses={tried.losses} />}
          </div>
          <div className={styles.panes} role="tablist" aria-label={text.panes}>
            {panes.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                aria-selected={one === pane}
                className={styles.paneTab}
                onClick={() => setPane(one)}
              >
                {text[one]}
              </button>
            ))}
          </div>
          <div className={styles.columns} data-pane={pane}>
            <div className={styles.main}>
              <div className={styles.sheet}>
                <Legend />
                <div className={styles.drawn}>
                  <SheetView
                    key={sheet.name}
                    place={place}
                    sheet={sheet.name}
                    used={sheet.used_range === null ? null : rangeOf(sheet.used_range)}
                    regions={sheet.regions}
                    marks={marks}
                    selection={selection}
                    selectedRegion={region?.id}
                    onSelect={(range, over) => {
                      setLookedAt([]);
                      show({ cell: formatRange(range), region: over?.id });
                    }}
                    onSelectRegion={({ id }) => show({ region: id, cell: undefined })}
                    onMove={(moved, range) =>
                      mayWrite && draft.edit(moveRegion(draft.sheets, moved.id, range))
                    }
                  />
                </div>
                {draft.sheets.length > 1 && (
                  <div className={styles.tabs} role="tablist" aria-label={text.sheets}>
                    {draft.sheets.map(({ name, hidden }) => (
                      <button
                        key={name}
                        type="button"
                        role="tab"
                        aria-selected={name === sheet.name}
                        className={styles.tab}
                        onClick={() => show({ sheet: name, cell: undefined, region: undefined })}
                      >
                        {name}
                        {hidden && ` (${text.hidden})`}
                      </button>
                    ))}
                  </div>
                )}
              </div>
              <TablesPane tried={tried} sheet={sheet.name} region={region} isTrying={draft.isTrying} />
            </div>
            <SidePanel
              draft={draft}
              mayChange={mayWrite}
              sheet={sheet}
              region={region}
              selection={selection}
              totals={tried && marks.totals}
              onShow={show}
              onLookAt={setLookedAt}
            />
          </div>
        </div>
      </Page>
      {saving && (
        <SaveDialog
          place={place}
          source={source}
          {...saving}
          kept={base}
          onClose={() => setSaving(undefined)}
        />
      )}
      {leaving.status === 'blocked' && (
        <Dialog
          title={text.leaveTitle}
          onClose={leaving.reset}
          actions={
            <>
              <Button onClick={leaving.reset}>{text.stay}</Button>
              <Button look="danger" onClick={leaving.proceed}>
                {text.leave}
              </Button>
            </>
          }
        >
          <p>{text.leaveText}</p>
        </Dialog>
      )}
    </div>
  );
}
