import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { type Conflict, resolveConflict } from '@workbook-data-service/client/api';
import { useEffect, useEffectEvent, useRef } from 'react';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { ConflictSides } from './conflict-sides.js';
import styles from './conflicts.module.css';
import { rowsById } from './rows-by-id.js';

const texts = messages(
  {
    queue: 'Conflicts to decide',
    keys: 'Keys: ↑ and ↓ move, 1 and 2 decide.',
    keepIncoming: 'Keep the value of the file',
    putBack: 'Put back what stood here',
    keepEdit: 'Keep the edit',
    takeNew: 'Take the new value',
    done: 'Decided.',
    acknowledged: 'left as it is',
    reverted: 'put back',
    dropped: 'new value taken',
    open: 'open',
    by: (name: string, when: string) => `by ${name}, ${when}`,
    came: (when: string, op: number) => `Came ${when} with change ${op}`,
  },
  {
    queue: '解決する競合',
    keys: 'キー操作: ↑↓ で移動、1 と 2 で選択。',
    keepIncoming: 'ファイルの値を残す',
    putBack: 'ここでの値に戻す',
    keepEdit: '編集を残す',
    takeNew: '新しい値にする',
    done: '解決しました。',
    acknowledged: 'そのまま',
    reverted: '元の値に戻した',
    dropped: '新しい値を採用',
    open: '未解決',
    by: (name: string, when: string) => `${name}、${when}`,
    came: (when: string, op: number) => `${when}、変更 ${op} で発生`,
  },
);

type Action = 'acknowledge' | 'revert' | 'drop_override';

/** What can be decided about a conflict: first to leave the cell as it is, then to change it. */
function choicesFor({
  kind,
}: Conflict): { action: Action; text: 'keepIncoming' | 'putBack' | 'keepEdit' | 'takeNew' }[] {
  return kind === 'overwrite'
    ? [
        { action: 'revert', text: 'putBack' },
        { action: 'acknowledge', text: 'keepIncoming' },
      ]
    : [
        { action: 'acknowledge', text: 'keepEdit' },
        { action: 'drop_override', text: 'takeNew' },
      ];
}

interface QueueProps {
  workbookId: string;
  conflicts: Conflict[];
  nameOf: (userId: string) => string;
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;

/** What does something else with these keys. */
const ownKeys = 'input, select, textarea, [role=dialog], [role=menu]';

/** Conflicts one below the other, each decided by its buttons or by key. */
export function ConflictQueue({ workbookId, conflicts, nameOf }: QueueProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const list = useRef<HTMLOListElement>(null);
  const titleOf = useRowTitles(workbookId, conflicts);
  const resolve = useMutation({
    mutationFn: ({ id, action }: { id: string; action: Action }) =>
      resolveConflict(service, { path: { workbook_id: workbookId, conflict_id: id }, body: { action } }),
    onSuccess: async () => {
      showToast({ text: text.done });
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });

  const focus = (place: number): void => list.current?.querySelectorAll('li')[place]?.focus();
  function press(event: PressedKey, conflict: Conflict, place: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') focus(place + 1);
    else if (event.key === 'ArrowUp') focus(place - 1);
    else {
      const choice = choicesFor(conflict)[Number(event.key) - 1];
      if (!choice || conflict.status !== 'open' || !mayWrite) return;
      decide(conflict.id, choice.action, place);
    }
    event.preventDefault();
  }
  // Until a conflict has the focus, the keys are for the first one.
  const pressAnywhere = useEffectEvent((event: KeyboardEvent) => {
    const [first] = conflicts;
    const target = event.target as Element;
    if (!first || list.current?.contains(target) || target.closest(ownKeys)) return;
    press(event, first, event.key === 'ArrowDown' ? -1 : 0);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressAnywhere(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  function decide(id: string, action: Action, place: number): void {
    resolve.mutate(
      { id, action },
      // The next conflict moves to the place of the decided one.
      { onSuccess: () => requestAnimationFrame(() => focus(Math.min(place, conflicts.length - 2))) },
    );
  }

  const isOpen = conflicts.some(({ status }) => status === 'open');
  return (
    <>
      {isOpen && mayWrite && <p>{text.keys}</p>}
      <ol ref={list} className={styles.queue} aria-label={text.queue}>
        {conflicts.map((conflict, place) => (
          <li
            key={conflict.id}
            className={styles.conflict}
            tabIndex={-1}
            onKeyDown={(event) => press(event, conflict, place)}
          >
            <ConflictSides workbookId={workbookId} conflict={conflict} rowTitle={titleOf(conflict)} />
            <Foot
              conflict={conflict}
              nameOf={nameOf}
              isBusy={resolve.isPending}
              mayDecide={mayWrite}
              onDecide={(action) => decide(conflict.id, action, place)}
            />
            {resolve.variables?.id === conflict.id && <ProblemNotice error={resolve.error} />}
          </li>
        ))}
      </ol>
    </>
  );
}

interface FootProps {
  conflict: Conflict;
  nameOf: (userId: string) => string;
  isBusy: boolean;
  mayDecide: boolean;
  onDecide: (action: Action) => void;
}

function Foot({ conflict, nameOf, isBusy, mayDecide, onDecide }: FootProps) {
  const text = useText(texts);
  const format = useFormat();
  const { status, created_at: at, op_id: opId, resolved_at: resolvedAt, resolved_by: by, note } = conflict;
  return (
    <div className={styles.foot}>
      <small>{text.came(format.ago(at), opId)}</small>
      {status === 'open' ? (
        mayDecide &&
        choicesFor(conflict).map(({ action, text: name }, place) => (
          <Button key={action} disabled={isBusy} onClick={() => onDecide(action)}>
            {text[name]} <kbd aria-hidden>{place + 1}</kbd>
          </Button>
        ))
      ) : (
        <>
          <Badge kind="good">{text[status]}</Badge>
          {by !== null && resolvedAt !== null && <span>{text.by(nameOf(by), format.ago(resolvedAt))}</span>}
          {note !== null && <span>{note}</span>}
        </>
      )}
    </div>
  );
}

const TELLING = 2;

/** By what people know the row of a conflict: its first cells. */
function useRowTitles(workbookId: string, conflicts: Conflict[]): (conflict: Conflict) => string | undefined {
  const byTable = Map.groupBy(conflicts, ({ artifact_id: id }) => id);
  const tables = [...byTable].map(([tableId, ofTable]) => ({
    tableId,
    rowIds: [...new Set(ofTable.map(({ row_id: id }) => id))].slice(0, 200),
  }));
  const read = useQueries({
    queries: tables.map(({ tableId, rowIds }) => rowsById(workbookId, tableId, rowIds)),
  });
  return ({ artifact_id: tableId, row_id: rowId, column: contested }) => {
    const found = read[tables.findIndex((table) => table.tableId === tableId)]?.data;
    const row = found?.rows.get(rowId);
    const cells = found?.columns
      .filter((column) => column !== contested)
      .map((column) => row?.[column])
      .filter((cell) => cell !== null && cell !== undefined);
    return cells && cells.length > 0 ? cells.slice(0, TELLING).map(String).join(' · ') : undefined;
  };
}
