import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { putSheet } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { useText } from '../../text/text.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { blocksFor, type Draft, requestOf } from './blocks.js';
import { reportQuery, reportsQuery } from './report-queries.js';
import { reportTexts } from './texts.js';

interface CreateReportDialogProps {
  workbookId: string;
  /** What the new report is a copy of. */
  original?: Draft & { name: string };
  onClose: () => void;
}

/** Names a report and what it begins with, makes it, and opens it. */
export function CreateReportDialog({ workbookId, original, onClose }: CreateReportDialogProps) {
  const text = useText(reportTexts);
  const titleOf = useTableTitle();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: tables } = useQuery(tablesQuery(workbookId));
  const { data: reports } = useQuery(reportsQuery(workbookId));
  const [name, setName] = useState(original ? text.copyOf(original.name) : '');
  // The service would replace the report of that name.
  const isTaken = reports?.sheets.some((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const create = useMutation({
    mutationFn: (table: string) => {
      const blocks = table === '' ? [] : blocksFor(table);
      return putSheet(service, {
        path: { workbook_id: workbookId, name: name.trim() },
        body: original ? requestOf(original) : { spec: { blocks } },
      });
    },
    onSuccess: async (made) => {
      queries.setQueryData(reportQuery(workbookId, made.name).queryKey, made);
      void queries.invalidateQueries({ queryKey: reportsQuery(workbookId).queryKey, exact: true });
      onClose();
      await navigate({
        to: '/workbooks/$workbookId/reports/$report',
        params: { workbookId, report: made.name },
      });
    },
  });
  function submit(given: FormData): void {
    create.mutate(String(given.get('table') ?? ''));
  }
  return (
    <FormDialog
      title={original ? text.copy : text.create}
      action={text.make}
      onSubmit={submit}
      change={create}
      isRefused={isTaken}
      onClose={onClose}
    >
      <TextField
        label={text.name}
        required
        maxLength={255}
        autoFocus
        value={name}
        error={isTaken ? text.nameTaken : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      {!original && (
        <Select label={text.beginWith} name="table">
          <option value="">{text.empty}</option>
          {tables?.artifacts.map((table) => (
            <option key={table.name} value={table.name}>
              {text.allOf(titleOf(table.name))}
            </option>
          ))}
        </Select>
      )}
    </FormDialog>
  );
}
