import type { Workbook } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { messages, useText } from '../text.js';
import { useChangeWorkbook } from './use-change-workbook.js';

const texts = messages(
  {
    heading: 'Rename or describe',
    title: 'Title',
    description: 'Description',
    cancel: 'Cancel',
    save: 'Save',
  },
  { heading: '名前と説明の変更', title: '名前', description: '説明', cancel: 'キャンセル', save: '保存' },
);

export function DescribeWorkbookDialog({ workbook, onClose }: { workbook: Workbook; onClose: () => void }) {
  const text = useText(texts);
  const change = useChangeWorkbook(workbook.id, onClose);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    change.mutate({
      title: String(given.get('title')),
      description: String(given.get('description')) || null,
    });
  }
  return (
    <Dialog
      title={text.heading}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form="describe-workbook" look="primary" disabled={change.isPending}>
            {text.save}
          </Button>
        </>
      }
    >
      <ProblemNotice error={change.error} />
      <form id="describe-workbook" className="stacked" onSubmit={submit}>
        <TextField label={text.title} name="title" defaultValue={workbook.title} required maxLength={300} />
        <TextArea
          label={text.description}
          name="description"
          defaultValue={workbook.description ?? ''}
          maxLength={4000}
        />
      </form>
    </Dialog>
  );
}
