import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Branch, closeBranch } from '@workbook-data-service/client/api';
import { usePeople } from '../../app/people.js';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { branchesQuery } from './branches.js';
import styles from './exchange.module.css';

const texts = messages(
  {
    title: 'Exports that can come back',
    hint: 'Close one whose file will not come back: it can then no longer be merged.',
    none: 'None at the moment: what you export above is listed here until you close it.',
    file: 'File',
    tables: 'Tables',
    by: 'By',
    at: 'Exported',
    merged: 'Last merged',
    never: 'Not yet',
    close: 'Close',
    closeOf: (file: string) => `Close the export ${file}`,
    actions: 'Actions',
  },
  {
    title: '戻せるエクスポート',
    hint: 'ファイルが戻らないものは終了してください。終了すると統合できなくなります。',
    none: '現在はありません。上でエクスポートすると、終了するまでここに表示されます。',
    file: 'ファイル',
    tables: '表',
    by: '作成者',
    at: '日時',
    merged: '最終統合',
    never: '未統合',
    close: '終了',
    closeOf: (file: string) => `終了: ${file}`,
    actions: '操作',
  },
);

/** Branches: one for each exported file, with its tables. */
export function OpenExports({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const format = useFormat();
  const people = usePeople(workbookId);
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const branches = useQuery(branchesQuery(workbookId));
  const close = useMutation({
    mutationFn: (branchId: string) =>
      closeBranch(service, { path: { workbook_id: workbookId, branch_id: branchId }, body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'branches'] }),
  });
  const files = Map.groupBy(branches.data ?? [], ({ branch_id: id }: Branch) => id);
  // Who cannot export for editing needs no word about how that is done.
  if (!mayWrite && files.size === 0) return <ProblemNotice error={branches.error} />;
  return (
    <section className={styles.step} aria-labelledby="exports-title">
      <h2 id="exports-title">{text.title}</h2>
      <p className={styles.hint}>{files.size === 0 ? text.none : text.hint}</p>
      <ProblemNotice error={branches.error ?? close.error} />
      {files.size > 0 && (
        <ListTable
          label={text.title}
          head={[
            text.file,
            text.tables,
            text.by,
            text.at,
            text.merged,
            <span key="actions" className="for-screen-readers">
              {text.actions}
            </span>,
          ]}
        >
          {[...files].map(([id, tables]) => {
            const [{ filename, created_by: by, created_at: at, merged_at: merged } = tables[0] as Branch] =
              tables;
            return (
              <tr key={id}>
                <td>{filename}</td>
                <td>{tables.map(({ table }) => table).join(', ')}</td>
                <td>{people.nameOf(by)}</td>
                <td title={format.dateTime(at)}>{format.ago(at)}</td>
                {merged === null ? (
                  <td>{text.never}</td>
                ) : (
                  <td title={format.dateTime(merged)}>{format.ago(merged)}</td>
                )}
                <td>
                  {mayWrite && (
                    <Button
                      look="quiet"
                      aria-label={text.closeOf(filename)}
                      disabled={close.isPending}
                      onClick={() => close.mutate(id)}
                    >
                      {text.close}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </ListTable>
      )}
    </section>
  );
}
