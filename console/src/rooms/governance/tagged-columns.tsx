import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tagColumn, untagColumn } from '@workbook-data-service/client/api';
import { Tag, X } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { TableTitle } from '../../app/table-title.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import styles from './governance.module.css';
import { type Classification, classificationsQuery, useReadAgain } from './governance-queries.js';
import { RemoveDialog } from './remove-dialog.js';
import { TagDialog } from './tag-dialog.js';
import { texts } from './texts.js';

/** Columns by tag, those that inherit it included. */
export function TaggedColumns({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const tagged = useQuery(classificationsQuery(workbookId));
  const [isTagging, setIsTagging] = useState(false);
  const [removed, setRemoved] = useState<Classification>();
  const [undoError, setUndoError] = useState<unknown>();
  const sorted = tagged.data?.toSorted((a, b) => a.tag.localeCompare(b.tag));
  return (
    <section className={styles.section} aria-label={text.tagged}>
      <header className={styles.head}>
        <h2>{text.tagged}</h2>
        <Button icon={<Tag />} onClick={() => setIsTagging(true)}>
          {text.tagColumn}
        </Button>
      </header>
      <ProblemNotice error={tagged.error ?? undoError} />
      {tagged.isPending && <Loading />}
      {sorted?.length === 0 && <EmptyState title={text.noTags}>{text.noTagsHint}</EmptyState>}
      {sorted && sorted.length > 0 && (
        <ListTable label={text.tagged} head={[text.tag, text.table, text.column, text.origin, '']}>
          {sorted.map((one) => (
            <tr key={`${one.tag} ${one.column_id} ${one.artifact_id}`}>
              <td>
                <Badge kind="info">{one.tag}</Badge>
              </td>
              <td>
                <Link to="/workbooks/$workbookId/tables/$table" params={{ workbookId, table: one.table }}>
                  <TableTitle name={one.table} />
                </Link>
              </td>
              <td className={styles.name}>{one.column}</td>
              <td>
                <Origin classification={one} />
              </td>
              <td className={styles.action}>
                {one.own && (
                  <IconButton
                    label={text.removeTag(one.tag, one.column)}
                    icon={<X />}
                    onClick={() => setRemoved(one)}
                  />
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {isTagging && <TagDialog workbookId={workbookId} onClose={() => setIsTagging(false)} />}
      {removed && (
        <UntagDialog
          workbookId={workbookId}
          classification={removed}
          onUndoFailed={setUndoError}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}

function Origin({ classification: { inherited_from: sources } }: { classification: Classification }) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  if (sources === null) return text.own;
  const columns = sources.map(({ table, column }) => `${titleOf(table)}.${column ?? text.aDroppedColumn}`);
  return text.inheritedFrom(columns.join(', '));
}

interface UntagProps {
  workbookId: string;
  classification: Classification;
  onUndoFailed: (error: unknown) => void;
  onClose: () => void;
}

function UntagDialog({
  workbookId,
  classification: { table, column, tag },
  onUndoFailed,
  onClose,
}: UntagProps) {
  const text = useText(texts);
  const readAgain = useReadAgain(workbookId);
  const path = { workbook_id: workbookId, name: table, column };
  return (
    <RemoveDialog
      title={text.removeTagTitle(tag, column)}
      hint={text.removeTagHint}
      done={text.tagRemoved}
      onRemove={() => untagColumn(service, { path: { ...path, tag } })}
      onUndo={() => tagColumn(service, { path, body: { tag } })}
      onUndoFailed={onUndoFailed}
      readAgain={readAgain}
      onClose={onClose}
    />
  );
}
