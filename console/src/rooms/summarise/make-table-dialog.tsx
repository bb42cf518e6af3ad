import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createTransform, type TransformAnswer } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { transformOf } from '../../app/sql/save-as-table.js';
import { useText } from '../../text/text.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './texts.js';

interface MakeTableDialogProps {
  workbookId: string;
  sql: string;
  /** Names of the tables that the statement reads. */
  inputs: string[];
  suggested: string;
  keyColumns: string[];
  onClose: () => void;
}

export function MakeTableDialog(props: MakeTableDialogProps) {
  const { workbookId, sql, inputs, suggested, keyColumns, onClose } = props;
  const text = useText(texts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (output: string) =>
      createTransform(service, {
        path: { workbook_id: workbookId },
        body: {
          name: output,
          kind: 'sql',
          output,
          ...transformOf(sql, {}, inputs),
          ...(keyColumns.length > 0 && { key: keyColumns }),
        },
      }) as Promise<TransformAnswer>,
    onSuccess: async ({ output }) => {
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'tables'] });
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      showToast({ text: text.made(output) });
      await navigate({
        to: '/workbooks/$workbookId/tables/$table',
        params: { workbookId, table: output },
      });
    },
  });
  return (
    <FormDialog
      title={text.make}
      action={text.make}
      onSubmit={(given) => make.mutate(String(given.get('output')))}
      change={make}
      onClose={onClose}
    >
      <p>{text.makeHint}</p>
      <TextField
        label={text.tableName}
        name="output"
        defaultValue={suggested}
        required
        maxLength={200}
        autoFocus
      />
    </FormDialog>
  );
}
