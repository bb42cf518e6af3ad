import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { each } from '@workbook-data-service/client';
import { forgetReading, listReadings, type SavedReading } from '@workbook-data-service/client/api';
import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useMayWriteIn } from '../../app/use-rights.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { ChangeReadingDialog } from './change-reading-dialog.js';
import { texts } from './readings-texts.js';
import styles from './settings.module.css';

const MAX_COLUMNS = 12;

/** What a workspace has learned from corrected files. */
export function ReadingList({ workspaceId }: { workspaceId: string }) {
  const text = useText(texts);
  const mayWrite = useMayWriteIn(workspaceId);
  const readings = useQuery({
    queryKey: ['readings', workspaceId],
    queryFn: async ({ signal }) => {
      const all: SavedReading[] = [];
      const pages = each(listReadings, service, { path: { workspace_id: workspaceId }, signal });
      for await (const reading of pages) all.push(reading);
      return all;
    },
    // Correcting a file on another page changes it.
    staleTime: 0,
  });
  const all = readings.data ?? [];
  const head = [text.name, text.learned, text.when, text.columns, text.target];
  return (
    <section className={styles.section}>
      <h2>{text.readings}</h2>
      <ProblemNotice error={readings.error} />
      {readings.isPending && <Loading />}
      {readings.data && all.length === 0 && (
        <EmptyState icon={<Repeat aria-hidden />} title={text.none}>
          {text.noneHint}
        </EmptyState>
      )}
      {all.length > 0 && (
        <ListTable label={text.readings} head={mayWrite ? [...head, text.actions] : head}>
          {all.map((reading) => (
            <ReadingRow key={reading.id} reading={reading} mayWrite={mayWrite} />
          ))}
        </ListTable>
      )}
    </section>
  );
}

function ReadingRow({ reading, mayWrite }: { reading: SavedReading; mayWrite: boolean }) {
  const text = useText(texts);
  const format = useFormat();
  const { name, workbook_id, source_id, learned_from, updated_at, target } = reading;
  return (
    <tr>
      <td className={styles.wrapping}>{name}</td>
      <td className={styles.wrapping}>
        {source_id === null ? (
          learned_from
        ) : (
          <Link
            to="/workbooks/$workbookId/files/$source"
            params={{ workbookId: workbook_id, source: source_id }}
          >
            {learned_from}
          </Link>
        )}
      </td>
      <td title={format.dateTime(updated_at)}>{format.ago(updated_at)}</td>
      <td className={styles.wrapping}>
        <Columns reading={reading} />
      </td>
      <td className={styles.wrapping}>
        {target.mode === 'append'
          ? text.appendTo(target.table ?? '')
          : target.mode === 'replace'
            ? text.replaceIn(target.table ?? '')
            : text.new}
      </td>
      {mayWrite && (
        <td>
          <Actions reading={reading} />
        </td>
      )}
    </tr>
  );
}

function Columns({ reading: { sheets } }: { reading: SavedReading }) {
  const text = useText(texts);
  const format = useFormat();
  const tables = sheets.flatMap(({ tables }) => tables);
  const columns = tables.flatMap((table) => table.columns);
  const leftOut = tables.flatMap(({ left_out }) => left_out);
  const shown = columns
    .slice(0, MAX_COLUMNS)
    .map(({ label, name }) => (name === null || name === label ? label : text.renamed(label, name)));
  const others = columns.length - shown.length;
  return (
    <div>
      {[...shown, ...(others > 0 ? [text.others(format.number(others))] : [])].join(', ')}
      {leftOut.length > 0 && (
        <div className={styles.soft}>{text.leftOut(leftOut.slice(0, MAX_COLUMNS).join(', '))}</div>
      )}
    </div>
  );
}

function Actions({ reading: { id, name, workspace_id, target } }: { reading: SavedReading }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'change' | 'forget'>();
  const forget = useMutation({
    mutationFn: () => forgetReading(service, { path: { workspace_id, reading_id: id } }),
    onSuccess: async () => {
      showToast({ text: text.forgotten(name) });
      await queries.invalidateQueries({ queryKey: ['readings', workspace_id] });
    },
  });
  return (
    <div className={styles.actions}>
      <Button look="quiet" aria-label={text.changeNamed(name)} onClick={() => setAsked('change')}>
        {text.change}
      </Button>
      <Button look="quiet" aria-label={text.forgetNamed(name)} onClick={() => setAsked('forget')}>
        {text.forget}
      </Button>
      {asked === 'change' && (
        <ChangeReadingDialog
          path={{ workspace_id, reading_id: id }}
          name={name}
          target={target}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'forget' && (
        <ConfirmDialog
          title={text.forgetTitle(name)}
          action={text.forget}
          change={forget}
          onClose={() => setAsked(undefined)}
        >
          <p>{text.forgetHint}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
