import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, isProblem, ProblemError } from '@workbook-data-service/client';
import { type MergeAnswer, syncFile } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { saveFile } from '../../app/save-file.js';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { asksToConfirmDeletes } from '../../text/warning-texts.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Checkbox, Select } from '../../ui/field.js';
import { FileDrop } from '../../ui/file-drop.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { branchesQuery } from './branches.js';
import styles from './exchange.module.css';
import { MergePlan } from './merge-plan.js';
import { useUndo } from './use-undo.js';

const texts = messages(
  {
    title: '2. Bring the file back',
    drop: 'Drop the edited file here. You see what would change before anything does.',
    choose: 'Choose the file',
    comparing: (file: string) => `Comparing ${file}`,
    merging: (file: string) => `Merging ${file}`,
    merge: 'Merge',
    discard: 'Do not merge',
    again: 'Compare again',
    deletes: 'Yes, delete these rows',
    skip: 'Leave cells that cannot be read as they were',
    giveBack: 'Save the merged file, with the ids of its rows, to continue editing',
    nothing: 'The file has no new changes.',
    done: (file: string) => `${file} is merged.`,
    undo: 'Undo',
    branch: 'Which export does the file come from?',
    chooseBranch: 'Choose an export',
    tracked: 'To the tracked files',
    conflicts: 'Decide the conflicts',
  },
  {
    title: '2. ファイルを戻す',
    drop: '編集したファイルをここにドロップしてください。反映の前に変更内容を確認できます。',
    choose: 'ファイルを選択',
    comparing: (file: string) => `${file} を比較中`,
    merging: (file: string) => `${file} を統合中`,
    merge: '統合する',
    discard: '統合しない',
    again: 'もう一度比較',
    deletes: 'はい、これらの行を削除します',
    skip: '読み取れないセルは元のままにする',
    giveBack: '統合後のファイル（行 ID 付き）を保存し、続きの編集に使う',
    nothing: 'ファイルに新しい変更はありません。',
    done: (file: string) => `${file} を統合しました。`,
    undo: '元に戻す',
    branch: 'どのエクスポートのファイルですか？',
    chooseBranch: 'エクスポートを選択',
    tracked: '追跡ファイルへ',
    conflicts: '競合を解決',
  },
);

interface Returned {
  file: File;
  /** For files that cannot say it themselves. */
  branchId?: string;
  /** Whether cells that cannot be read stay as they were. */
  skipsUnreadable?: boolean;
}

/** An edited export: what it would change, then the merge, and the way back. */
export function ReturnedFile({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const [returned, setReturned] = useState<Returned | null>(null);
  const [confirmsDeletes, setConfirmsDeletes] = useState(false);
  const [givesBack, setGivesBack] = useState(false);
  const everything = () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
  const undo = useUndo(workbookId, everything);
  const call = ({ file, branchId, skipsUnreadable = false }: Returned) => ({
    path: { workbook_id: workbookId },
    query: { on_unreadable: skipsUnreadable ? ('skip' as const) : ('refuse' as const) },
    body: { file, ...(branchId !== undefined && { branch_id: branchId }) },
  });
  const compare = useMutation({
    mutationFn: (one: Returned) => {
      const { query, ...rest } = call(one);
      return syncFile(service, { ...rest, query: { ...query, dry_run: true } });
    },
    onSuccess: ({ inserted }) => setGivesBack(inserted > 0),
  });
  const merge = useMutation({
    mutationFn: async (one: Returned): Promise<MergeAnswer> => {
      const { query, ...rest } = call(one);
      const input = {
        ...rest,
        query: { ...query, confirm_deletes: confirmsDeletes, return_file: givesBack },
      };
      const response = await syncFile.response(service, input);
      // Absent also where the file was asked for, if the call had to be repeated.
      const result = response.headers.get('x-svc-result');
      if (result === null) return await response.json();
      await saveFile(new Download(response));
      return JSON.parse(result);
    },
    onSuccess: async ({ op_id: opId }, { file }) => {
      showToast({
        text: opId === null ? text.nothing : text.done(file.name),
        ...(opId !== null && {
          action: {
            label: text.undo,
            onClick: () => undo.run({ op_id: opId, kind: 'rows.merge', code: null, table: null }),
          },
        }),
      });
      compare.reset();
      await everything();
    },
  });

  function take(next: Returned): void {
    setReturned(next);
    setConfirmsDeletes(false);
    merge.reset();
    compare.mutate(next);
  }
  async function receive(file: File): Promise<void> {
    // The bytes as they are now: the program that has the file open may save it again meanwhile.
    take({ file: new File([await file.arrayBuffer()], file.name) });
  }
  function discard(): void {
    setReturned(null);
    compare.reset();
    merge.reset();
  }

  const plan = compare.data;
  const deletesMost = plan !== undefined && asksToConfirmDeletes(plan);
  const isMergeable = plan !== undefined && plan.op_id !== null && (!deletesMost || confirmsDeletes);
  return (
    <section className={`${styles.step} ${plan ? styles.whole : ''}`} aria-labelledby="return-title">
      <h2 id="return-title">{text.title}</h2>
      {!plan && (
        <FileDrop label={text.drop} choose={text.choose} disabled={compare.isPending} onFile={receive} />
      )}
      <div aria-live="polite">
        {compare.isPending && returned && <Working label={text.comparing(returned.file.name)} />}
        {merge.isPending && returned && <Working label={text.merging(returned.file.name)} />}
        {merge.data && countConflicts(merge.data) > 0 && (
          <ButtonLink to="/workbooks/$workbookId/conflicts" params={{ workbookId }} look="primary">
            {text.conflicts} ({countConflicts(merge.data)})
          </ButtonLink>
        )}
      </div>
      <ProblemNotice error={compare.error ?? merge.error ?? undo.error}>
        {returned && namesNoBranch(compare.error) && (
          <BranchChoice workbookId={workbookId} onChoose={(branchId) => take({ ...returned, branchId })} />
        )}
        {returned && isProblem(compare.error, 'invalid-cells') && !returned.skipsUnreadable && (
          <Button onClick={() => take({ ...returned, skipsUnreadable: true })}>{text.skip}</Button>
        )}
        {isTracked(compare.error) && (
          <ButtonLink
            to="/workbooks/$workbookId/exchange"
            params={{ workbookId }}
            search={{ tab: 'tracked' }}
          >
            {text.tracked}
          </ButtonLink>
        )}
        {returned && isProblem(merge.error, 'version-conflict') && (
          <Button onClick={() => take(returned)}>{text.again}</Button>
        )}
      </ProblemNotice>
      {plan && returned && (
        <>
          <MergePlan workbookId={workbookId} plan={plan} filename={returned.file.name} />
          {deletesMost && (
            <Checkbox
              label={text.deletes}
              checked={confirmsDeletes}
              onChange={({ target }) => setConfirmsDeletes(target.checked)}
            />
          )}
          <Checkbox
            label={text.giveBack}
            checked={givesBack}
            onChange={({ target }) => setGivesBack(target.checked)}
          />
          <div className={styles.row}>
            <Button onClick={discard}>{text.discard}</Button>
            <Button
              look="primary"
              disabled={!isMergeable || merge.isPending}
              onClick={() => merge.mutate(returned)}
            >
              {text.merge}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Working({ label }: { label: string }) {
  return (
    <>
      <p>{label}</p>
      <ProgressBar label={label} />
    </>
  );
}

function BranchChoice({
  workbookId,
  onChoose,
}: {
  workbookId: string;
  onChoose: (branchId: string) => void;
}) {
  const text = useText(texts);
  const { data } = useQuery(branchesQuery(workbookId));
  const ids = [...new Set(data?.map(({ branch_id: id }) => id))];
  return (
    <Select label={text.branch} value="" onChange={({ target }) => onChoose(target.value)}>
      <option value="">{text.chooseBranch}</option>
      {ids.map((id) => {
        const tables = data?.filter(({ branch_id: of }) => of === id) ?? [];
        return (
          <option key={id} value={id}>
            {tables[0]?.filename} ({tables.map(({ table }) => table).join(', ')})
          </option>
        );
      })}
    </Select>
  );
}

function countConflicts({ tables }: MergeAnswer): number {
  return tables.reduce((sum, { conflicts }) => sum + conflicts, 0);
}

function namesNoBranch(error: unknown): boolean {
  return (
    isProblem(error, 'invalid-request') &&
    !isTracked(error) &&
    error.errors.some(({ path }) => path === '/branch_id')
  );
}

function isTracked(error: unknown): boolean {
  return error instanceof ProblemError && typeof error.members.link_id === 'string';
}
