import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isProblem } from '@workbook-data-service/client';
import {
  materializeSource,
  type ParseSpec,
  putParseSpec,
  type SourceDetail,
  type TriedParseSpec,
} from '@workbook-data-service/client/api';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { parseSpecKey, type SourcePlace } from '../../app/source-queries.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Checkbox } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { LossesNotice } from './losses-notice.js';
import styles from './side-panel.module.css';
import { asCorrection, removedRegions, type SpecSheet } from './spec-edits.js';
import { texts } from './texts.js';

/** Keeps the corrected reading and makes its tables. */
export function SaveDialog({
  place,
  source,
  sheets,
  kept,
  tables,
  losses,
  onClose,
  onSaved,
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
  /** Called once the reading is kept, before tables are made of it. */
  onSaved: () => void;
}) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const before = source.artifacts.filter(({ state }) => state === 'active');
  const [updates, setUpdates] = useState(before.length > 0);
  const keep = useMutation({
    mutationFn: async (corrected: SpecSheet[]) => {
      const body = {
        spec_version: kept.spec_version,
        sheets: asCorrection(corrected),
        remove: removedRegions(kept.sheets, corrected),
      };
      queries.setQueryData(parseSpecKey(place), await putParseSpec(service, { path: place, body }));
      onSaved();
    },
    // The page tells what somebody else changed in the reading.
    onError: (error) => isProblem(error, 'version-conflict') && onClose(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['workbook', place.workbook_id] }),
  });
  const make = useMutation({
    mutationFn: () =>
      materializeSource(service, { path: place, body: updates ? { target: { mode: 'update' } } : {} }),
    onSuccess: ({ artifacts }) => {
      onClose();
      showToast({
        text: (updates ? text.updated : text.made)(format.number(artifacts.length)),
        action: {
          label: text.openWorkbook,
          onClick: () =>
            navigate({ to: '/workbooks/$workbookId', params: { workbookId: place.workbook_id } }),
        },
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['workbook', place.workbook_id] }),
  });
  /** The reading first: tables are made of the one that is kept, and if that fails, it can be tried again. */
  const save = () => (sheets ? keep.mutate(sheets, { onSuccess: () => make.mutate() }) : make.mutate());
  return (
    <Dialog
      title={text.saveTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" disabled={keep.isPending || make.isPending} onClick={save}>
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
      {(keep.isPending || make.isPending) && <ProgressBar label={text.save} />}
      {make.error && <p>{keep.isSuccess ? text.keptButNotMade : text.notMade}</p>}
      <ProblemNotice error={keep.error ?? make.error} />
    </Dialog>
  );
}
