import type { TrackedFile } from '@workbook-data-service/client/api';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import styles from './file-plan.module.css';
import { RowChanges } from './row-changes.js';

const texts = messages(
  {
    same: 'This file is identical to the latest version: nothing to update.',
    would: (file: string) => `What ${file} would change`,
    take: 'Take this version',
    leave: 'Leave it',
    kept: (count: number) => `${count} cells that were changed here keep their value, and open conflicts.`,
    archived: (tables: string) => `Tables no longer in the file are archived: ${tables}`,
    missing: (table: string, columns: string) =>
      `Columns of ${table} that are no longer in the file: ${columns}`,
    nothing: 'No row changes.',
    unsure: 'No way to read a sheet is sure enough, so its cells stay as they are.',
  },
  {
    same: '最新の版と同じ内容です。取り込むものはありません。',
    would: (file: string) => `${file} による変更`,
    take: 'この版を取り込む',
    leave: '取り込まない',
    kept: (count: number) => `ここで変更された ${count} 個のセルは値をそのまま残し、競合として記録します。`,
    archived: (tables: string) => `ファイルからなくなった表はアーカイブされます: ${tables}`,
    nothing: '行の変更はありません。',
    missing: (table: string, columns: string) =>
      `${table} の列のうち、ファイルからなくなったもの: ${columns}`,
    unsure: '確かな読み取り方が見つからないシートがあるため、そのセルはシートのままです。',
  },
);

interface VersionPlanProps {
  plan: Pick<TrackedFile, 'changed' | 'tables' | 'kept_edit_count' | 'archived' | 'kept_as_sheet'>;
  filename: string;
  isBusy: boolean;
  onLeave: () => void;
  onTake: () => void;
}

/** The dry run of a new version of a file. */
export function VersionPlan({ plan, filename, isBusy, onLeave, onTake }: VersionPlanProps) {
  const text = useText(texts);
  const changed = plan.tables.filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0);
  return (
    <section className={styles.plan} aria-label={text.would(filename)}>
      <h3>{text.would(filename)}</h3>
      {!plan.changed && <p>{text.same}</p>}
      {plan.changed && changed.length === 0 && <p>{text.nothing}</p>}
      <ul className={styles.tables}>
        {changed.map((table) => (
          <li key={table.artifact_id}>
            {table.name} <RowChanges rows={table} />
          </li>
        ))}
      </ul>
      {plan.kept_edit_count > 0 && <p>{text.kept(plan.kept_edit_count)}</p>}
      {plan.kept_as_sheet && <p>{text.unsure}</p>}
      {plan.tables
        .filter(({ missing_columns }) => missing_columns.length > 0)
        .map(({ artifact_id, name, missing_columns }) => (
          <p key={artifact_id}>{text.missing(name, missing_columns.join(', '))}</p>
        ))}
      {plan.archived.length > 0 && <p>{text.archived(plan.archived.join(', '))}</p>}
      <div className={styles.choice}>
        <Button onClick={onLeave}>{text.leave}</Button>
        <Button look="primary" disabled={!plan.changed || isBusy} onClick={onTake}>
          {text.take}
        </Button>
      </div>
    </section>
  );
}
