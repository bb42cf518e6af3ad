import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteAnnotations, setAnnotations } from '@workbook-data-service/client/api';
import { Bold, Italic, PaintBucket } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import type { TablePlace } from './first-rows.js';
import { annotationsQuery } from './table-details.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    note: 'Note',
    save: 'Save the note',
    remove: 'Remove note and style',
    bold: 'Bold',
    italic: 'Italic',
    highlight: 'Highlight',
  },
  {
    note: 'メモ',
    save: 'メモを保存',
    remove: 'メモと書式を削除',
    bold: '太字',
    italic: '斜体',
    highlight: '強調表示',
  },
);

const HIGHLIGHT = '#fff1a8';

/** The note and the style of one cell. */
export function CellNote({ place, rowId, column }: { place: TablePlace; rowId: number; column: string }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(place.workbookId);
  const { data, isPending } = useQuery(annotationsQuery(place));
  const annotation = data?.annotations.find((one) => one.row_id === rowId && one.column === column);
  const [typed, setTyped] = useState<string>();
  const path = { workbook_id: place.workbookId, name: place.table };
  const target = { row_id: rowId, column };
  const style = annotation?.style ?? {};
  const save = useMutation({
    mutationFn: (change: { note?: string | null; style?: typeof style } | 'remove'): Promise<unknown> =>
      change === 'remove'
        ? deleteAnnotations(service, { path, body: { targets: [target] } })
        : setAnnotations(service, {
            path,
            body: { annotations: [{ ...target, note: annotation?.note ?? null, style, ...change }] },
          }),
    onSuccess: () => {
      setTyped(undefined);
      return queries.invalidateQueries({ queryKey: annotationsQuery(place).queryKey });
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate({ note: typed?.trim() || null });
  }
  if (isPending) return null;
  if (!mayWrite)
    return annotation?.note ? (
      <section>
        <h3>{text.note}</h3>
        <p>{annotation.note}</p>
      </section>
    ) : null;
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextArea
        label={text.note}
        value={typed ?? annotation?.note ?? ''}
        maxLength={10_000}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.choices}>
        <IconButton
          label={text.bold}
          aria-pressed={style.bold ?? false}
          icon={<Bold />}
          onClick={() => save.mutate({ style: { ...style, bold: !style.bold } })}
        />
        <IconButton
          label={text.italic}
          aria-pressed={style.italic ?? false}
          icon={<Italic />}
          onClick={() => save.mutate({ style: { ...style, italic: !style.italic } })}
        />
        <IconButton
          label={text.highlight}
          aria-pressed={Boolean(style.background)}
          icon={<PaintBucket />}
          onClick={() =>
            save.mutate({
              style: {
                ...style,
                background: style.background ? null : HIGHLIGHT,
                color: style.background ? null : '#1c2421',
              },
            })
          }
        />
        {annotation && (
          <Button look="quiet" onClick={() => save.mutate('remove')}>
            {text.remove}
          </Button>
        )}
        {typed !== undefined && (
          <Button type="submit" look="primary" disabled={save.isPending}>
            {text.save}
          </Button>
        )}
      </div>
      <ProblemNotice error={save.error} />
    </form>
  );
}
