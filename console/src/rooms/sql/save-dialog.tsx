import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createTransform, type QueryAnswer, type TransformAnswer } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { transformOf } from '../../app/sql/save-as-table.js';
import { askedFor, type ParameterValues } from '../../app/sql/sql-tokens.js';
import { useText } from '../../text/text.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Notice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import styles from './query-page.module.css';
import { queryTexts } from './texts.js';

interface SaveDialogProps {
  workbookId: string;
  sql: string;
  params: ParameterValues;
  result: QueryAnswer;
  /** Whether a chart of the table is to be composed next. */
  forChart: boolean;
  onClose: () => void;
}

/** Makes a derived table of a statement that has run. */
export function SaveDialog({ workbookId, sql, params, result, forChart, onClose }: SaveDialogProps) {
  const text = useText(queryTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [key, setKey] = useState<string[]>([]);
  const save = useMutation({
    mutationFn: ({ output, description }: { output: string; description: string }) =>
      createTransform(service, {
        path: { workbook_id: workbookId },
        body: {
          name: output,
          kind: 'sql',
          output,
          ...transformOf(
            sql,
            params,
            result.tables.map(({ name }) => name),
          ),
          ...(key.length > 0 && { key }),
          ...(description !== '' && { description }),
        },
      }) as Promise<TransformAnswer>,
    onSuccess: async ({ name, output }) => {
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'tables'] });
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      onClose();
      const openTransform = () =>
        navigate({
          to: '/workbooks/$workbookId/transforms/$transform',
          params: { workbookId, transform: name },
        });
      showToast({
        text: text.saved(output),
        action: { label: text.openTransform, onClick: () => void openTransform() },
      });
      if (forChart)
        await navigate({
          to: '/workbooks/$workbookId/charts',
          params: { workbookId },
          search: { table: output },
        });
    },
  });
  function submit(form: FormData): void {
    save.mutate({ output: String(form.get('output')), description: String(form.get('description')) });
  }
  const toggle = (name: string) =>
    setKey(key.includes(name) ? key.filter((one) => one !== name) : [...key, name]);
  return (
    <FormDialog
      title={forChart ? text.makeChart : text.saveAsTable}
      action={forChart ? text.saveAndChart : text.save}
      onSubmit={submit}
      change={save}
      onClose={onClose}
    >
      <p>{forChart ? text.chartHint : text.saveHint}</p>
      <TextField label={text.tableName} name="output" required maxLength={200} autoFocus />
      <TextField label={text.description} name="description" maxLength={10_000} />
      <fieldset className={styles.keys}>
        <legend>{text.key}</legend>
        <small>{text.keyHint}</small>
        <div>
          {result.columns.map(({ name }) => (
            <Checkbox key={name} label={name} checked={key.includes(name)} onChange={() => toggle(name)} />
          ))}
        </div>
      </fieldset>
      {askedFor(sql).length > 0 && <Notice>{text.valuesKept}</Notice>}
    </FormDialog>
  );
}
