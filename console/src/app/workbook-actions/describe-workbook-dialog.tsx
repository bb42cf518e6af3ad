import type { Workbook } from '@workbook-data-service/client/api';
import { messages, useText } from '../../text/text.js';
import { TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { useChangeWorkbook } from './use-change-workbook.js';

const texts = messages(
  {
    heading: 'Rename or describe',
    title: 'Title',
    description: 'Description',
    save: 'Save',
  },
  { heading: '名前と説明の変更', title: '名前', description: '説明', save: '保存' },
);

export function DescribeWorkbookDialog({ workbook, onClose }: { workbook: Workbook; onClose: () => void }) {
  const text = useText(texts);
  const change = useChangeWorkbook(workbook.id, onClose);
  function submit(given: FormData): void {
    change.mutate({
      title: String(given.get('title')),
      description: String(given.get('description')) || null,
    });
  }
  return (
    <FormDialog title={text.heading} action={text.save} onSubmit={submit} change={change} onClose={onClose}>
      <TextField label={text.title} name="title" defaultValue={workbook.title} required maxLength={300} />
      <TextArea
        label={text.description}
        name="description"
        defaultValue={workbook.description ?? ''}
        maxLength={4000}
      />
    </FormDialog>
  );
}
