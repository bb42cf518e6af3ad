import { useQueries, useQuery } from '@tanstack/react-query';
import type { TableAccess } from '@workbook-data-service/client/api';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { usePreferences } from '../../preferences.js';
import { useText } from '../../text/text.js';
import { warningTexts } from '../../text/warning-texts.js';
import { Badge } from '../../ui/badge.js';
import { Select } from '../../ui/field.js';
import { ListTable } from '../../ui/list-table.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { EffectBadge, useRuleWords } from './effect-badge.js';
import styles from './governance.module.css';
import { accessQuery, useRoles } from './governance-queries.js';
import { texts } from './texts.js';

interface SeeAsProps {
  workbookId: string;
  table: string | undefined;
  role: string | undefined;
  onChoose: (change: { table?: string; role?: string | undefined }) => void;
}

/**
 * A table as roles see it: all of them side by side, or one with the rules that decide. Nothing is asked before a table
 * is chosen, because the audit log says who looked.
 */
export function SeeAs({ workbookId, table, role, onChoose }: SeeAsProps) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const { data: tables } = useQuery(tablesQuery(workbookId));
  const known = useRoles(workbookId);
  const roles = role !== undefined && !known.includes(role) ? [...known, role] : known;
  return (
    <section className={styles.section} aria-label={text.seeAs}>
      <h2>{text.seeAs}</h2>
      <p className={styles.hint}>{tables?.artifacts.length === 0 ? text.noTables : text.seeAsHint}</p>
      {tables !== undefined && tables.artifacts.length > 0 && (
        <>
          <div className={styles.choices}>
            <Select
              label={text.table}
              value={table ?? ''}
              onChange={({ target }) => onChoose({ table: target.value })}
            >
              {table === undefined && <option value="">{text.chooseTable}</option>}
              {tables.artifacts.map(({ name }) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </Select>
            <Select
              label={text.role}
              value={role ?? ''}
              onChange={({ target }) => onChoose({ role: target.value || undefined })}
            >
              <option value="">{text.allRoles}</option>
              {roles.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </div>
          {table !== undefined && (
            <AccessOf workbookId={workbookId} table={table} roles={role === undefined ? roles : [role]} />
          )}
        </>
      )}
    </section>
  );
}

function AccessOf({ workbookId, table, roles }: { workbookId: string; table: string; roles: string[] }) {
  const text = useText(texts);
  const { language } = usePreferences();
  const read = useQueries({ queries: roles.map((role) => accessQuery(workbookId, table, role)) });
  const failed = read.find(({ error }) => error !== null);
  if (failed) return <ProblemNotice error={failed.error} />;
  const views = read.map(({ data }) => data);
  if (!isComplete(views)) return <Loading />;
  const isSingle = roles.length === 1;
  return (
    <>
      {views.map(
        ({ rows }, place) =>
          rows === 'withheld' && (
            <Notice key={roles[place]} kind="warning">
              {text.withheld(roles[place] ?? '')}
            </Notice>
          ),
      )}
      {isSingle &&
        views[0] &&
        warningTexts(views[0], language).map((warning) => <Notice key={warning}>{warning}</Notice>)}
      <ListTable
        label={text.access(table)}
        head={[text.column, text.tag, ...roles, ...(isSingle ? [text.because] : [])]}
      >
        {views[0]?.columns.map(({ column, column_id: id, tags }) => (
          <tr key={id}>
            <td className={styles.name}>{column}</td>
            <td className={styles.tags}>
              {tags.map(({ tag }) => (
                <Badge key={tag} kind="info">
                  {tag}
                </Badge>
              ))}
            </td>
            <Seen views={views} columnId={id} isExplained={isSingle} />
          </tr>
        ))}
      </ListTable>
    </>
  );
}

const isComplete = (views: (TableAccess | undefined)[]): views is TableAccess[] => !views.includes(undefined);

interface SeenProps {
  views: TableAccess[];
  columnId: string;
  isExplained: boolean;
}

/** The cells that say what becomes of one column. */
function Seen({ views, columnId, isExplained }: SeenProps) {
  const text = useText(texts);
  const wordsOf = useRuleWords();
  return views.map(({ roles, columns }) => {
    const seen = columns.find(({ column_id: id }) => id === columnId);
    // A column that came while the views were read is complete with the next reading.
    if (!seen) return <td key={roles.join()} />;
    const reason = seen.decided_by ? wordsOf(seen.decided_by) : text.noRule;
    return [
      <td key={roles.join()}>
        <EffectBadge effect={seen.effect} title={reason} />
      </td>,
      isExplained && <td key="reason">{reason}</td>,
    ];
  });
}
