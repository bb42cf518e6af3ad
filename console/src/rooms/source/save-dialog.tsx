import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem } from '@workbook-data-service/client';
import type { ParseSpec, SourceDetail, TriedParseSpec } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { startMaking } from '../../app/making/making-store.js';
import { parseSpecKey, type SourcePlace } from '../../app/source-queries.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Checkbox } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { LossesNotice } from './losses-notice.js';
import styles from './side-panel.module.css';
import { asCorrection, removedRegions, type SpecSheet } from './spec-edits.js';
import { texts } from './texts.js';

/** Has the service keep the corrected reading and make its tables, which goes on if the page is left. */
export function SaveDialog({
  place,
  source,
  sheets,
  kept,
  tables,
  losses,
  onClose,
}: {
  place: SourcePlace;
  source: SourceDetail;
  /** Null where nothing was changed. */
  sheets: SpecSheet[] | null;
  /** The spec that is corrected. */
  kept: ParseSpec;
  tables: TriedParseSpec['tables'];
  losses: TriedParseSpec['losses'];
  onClose: () => void;
}) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const queries = useQueryClient();
  const before = source.artifacts.filter(({ state }) => state === 'active');
  const [updates, setUpdates] = useState(before.length > 0);
  const save = useMutation({
    mutationFn: () =>
      startMaking(
        place,
        {
          ...(updates && { target: { mode: 'update' } }),
          ...(sheets && {
            correction: {
              spec_version: kept.spec_version,
              sheets: asCorrection(sheets),
              remove: removedRegions(kept.sheets, sheets),
            },
          }),
        },
        sheets,
      ),
    onSuccess: onClose,
    onError: async (error) => {
      if (!isProblem(error, 'version-conflict')) return;
      await queries.invalidateQueries({ queryKey: parseSpecKey(place) });
      // The page tells what somebody else changed in the reading.
      onClose();
    },
  });
  return (
    <Dialog
      title={text.saveTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" disabled={save.isPending} onClick={() => save.mutate()}>
            {sheets ? text.save : text.make}
          </Button>
        </>
      }
    >
      <p>{text.willMake(format.number(tables.length))}</p>
      <ul className={styles.reasons}>
        {tables.map(({ name, row_count }) => (
          <li key={name}>
            {titleOf(name)}: {text.rowsOf(format.number(row_count))}
          </li>
        ))}
      </ul>
      <LossesNotice losses={losses} />
      {before.length > 0 && (
        <div>
          <Checkbox
            label={text.update(format.number(before.length))}
            checked={updates}
            onChange={({ target }) => setUpdates(target.checked)}
          />
          <p className={styles.soft}>{text.updateHint}</p>
        </div>
      )}
      {save.isPending && <ProgressBar label={text.save} />}
      <ProblemNotice error={save.error} />
    </Dialog>
  );
}
