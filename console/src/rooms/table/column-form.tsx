import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addColumn,
  alterColumn,
  type ColumnsResponse,
  describeColumn,
  dropColumn,
  setFormula,
  tagColumn,
} from '@workbook-data-service/client/api';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service.js';
import { TypeField } from '../../app/type-field.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Checkbox, TextArea, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import type { ColumnTask } from './column-menu.js';
import type { TablePlace } from './first-rows.js';

const texts = messages(
  {
    rename: 'Rename the column',
    retype: 'Change the type',
    formula: 'Formula of the column',
    describe: 'Describe the column',
    tag: 'Tag the column as sensitive',
    add: 'Add a column',
    remove: (name: string) => `Delete the column ${name}?`,
    removeHint: 'Its values disappear from the table. Earlier versions keep them.',
    name: 'Name',
    type: 'Type',
    lossy: 'Round or cut values that do not fit',
    formulaText: 'Formula',
    formulaHint: 'As in =[qty]*[price]; leave it empty to keep the values and stop computing.',
    description: 'Description',
    tagName: 'Tag',
    tagHint: 'Such as pii or salary. Rules for the tag decide who sees the values.',
    computing: 'Computing the values. You can close this; it continues.',
    save: 'Save',
    delete: 'Delete',
    cancel: 'Cancel',
  },
  {
    rename: '列の名前を変更',
    retype: '型を変更',
    formula: '列の数式',
    describe: '列の説明',
    tag: '機密タグを付ける',
    add: '列を追加',
    remove: (name: string) => `列「${name}」を削除しますか？`,
    removeHint: '値は表から消えますが、以前のバージョンには残ります。',
    name: '名前',
    type: '型',
    lossy: '収まらない値は丸めるか切り捨てる',
    formulaText: '数式',
    formulaHint: '例: =[数量]*[単価]。空にすると値を残して計算をやめます。',
    description: '説明',
    tagName: 'タグ',
    tagHint: '例: pii、salary。タグのルールが、値を見られる人を決めます。',
    computing: '値を計算しています。閉じても計算は続きます。',
    save: '保存',
    delete: '削除',
    cancel: 'キャンセル',
  },
);

type FormTask = Exclude<ColumnTask, 'filter' | 'profile' | 'tidy'>;

interface ColumnFormProps {
  task: FormTask;
  place: TablePlace;
  column: ColumnsResponse['columns'][number];
  version: number;
  onClose: () => void;
}

/** One change of a column, in a dialog. */
export function ColumnForm({ task, place, column, version, onClose }: ColumnFormProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const name = column.name ?? '';
  const [isLossy, setIsLossy] = useState(false);
  const [percent, setPercent] = useState<number>();
  const save = useMutation({
    mutationFn: async (given: FormData) => {
      const answer = await change(task, place, name, version, given, isLossy);
      if (!('job_id' in answer)) return;
      setPercent(0);
      await service.waitForJob(answer.job_id, { onProgress: (progress) => setPercent(progress.percent) });
    },
    onSettled: () => setPercent(undefined),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workbook', place.workbookId] }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Not called if the dialog was closed meanwhile, so that one that was opened since stays open.
    save.mutate(new FormData(event.currentTarget), { onSuccess: onClose });
  }
  const title = task === 'remove' ? text.remove(name) : text[task];
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            type="submit"
            form="column-form"
            look={task === 'remove' ? 'danger' : 'primary'}
            disabled={save.isPending}
          >
            {task === 'remove' ? text.delete : text.save}
          </Button>
        </>
      }
    >
      <form id="column-form" className="stacked" onSubmit={submit}>
        {task === 'rename' && (
          <TextField label={text.name} name="value" defaultValue={name} required autoFocus />
        )}
        {task === 'add' && (
          <>
            <TextField label={text.name} name="value" required autoFocus />
            <TypeField label={text.type} />
          </>
        )}
        {task === 'retype' && (
          <>
            <TypeField label={text.type} type={column.type ?? 'VARCHAR'} />
            <Checkbox
              label={text.lossy}
              checked={isLossy}
              onChange={(event) => setIsLossy(event.target.checked)}
            />
          </>
        )}
        {task === 'formula' && (
          <TextField
            label={text.formulaText}
            hint={text.formulaHint}
            name="value"
            defaultValue={column.formula ?? ''}
            autoFocus
          />
        )}
        {task === 'describe' && (
          <TextArea label={text.description} name="value" defaultValue={column.description ?? ''} autoFocus />
        )}
        {task === 'tag' && (
          <TextField label={text.tagName} hint={text.tagHint} name="value" required autoFocus />
        )}
        {task === 'remove' && <p>{text.removeHint}</p>}
      </form>
      {percent !== undefined && (
        <div role="status">
          <p>{text.computing}</p>
          <ProgressBar label={title} value={percent} />
        </div>
      )}
      <ProblemNotice error={save.error} />
    </Dialog>
  );
}

async function change(
  task: FormTask,
  { workbookId, table }: TablePlace,
  column: string,
  expected_version: number,
  given: FormData,
  lossy: boolean,
) {
  const path = { workbook_id: workbookId, name: table };
  const columnPath = { ...path, column };
  const value = String(given.get('value') ?? '').trim();
  const type = String(given.get('type') ?? '');
  switch (task) {
    case 'rename':
      return await alterColumn(service, { path: columnPath, body: { new_name: value, expected_version } });
    case 'retype':
      return await alterColumn(service, { path: columnPath, body: { type, lossy, expected_version } });
    case 'formula':
      return await setFormula(service, { path, body: { column, formula: value || null, expected_version } });
    case 'describe':
      return await describeColumn(service, { path: columnPath, body: { description: value || null } });
    case 'tag':
      return await tagColumn(service, { path: columnPath, body: { tag: value } });
    case 'add':
      return await addColumn(service, { path, body: { column: value, type, expected_version } });
    case 'remove':
      return await dropColumn(service, {
        path: columnPath,
        query: { expected_version: String(expected_version) },
      });
  }
}
