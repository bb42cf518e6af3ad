import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { quotedName } from '../../app/sql/sql-tokens.js';
import { useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { queryTexts } from './texts.js';

/** What the page shows before the first query: statements to begin with. */
export function QueryStart({
  workbookId,
  tables,
  onPick,
}: {
  workbookId: string;
  tables: ArtifactSummary[];
  onPick: (sql: string) => void;
}) {
  const text = useText(queryTexts);
  if (tables.length === 0)
    return (
      <EmptyState
        title={text.noTables}
        actions={
          <ButtonLink to="/workbooks/$workbookId" params={{ workbookId }}>
            {text.toOverview}
          </ButtonLink>
        }
      >
        {text.noTablesHint}
      </EmptyState>
    );
  return (
    <EmptyState
      title={text.startTitle}
      actions={tables.slice(0, 3).map(({ name, table_name }) => (
        <Button key={name} onClick={() => onPick(`select *\nfrom ${table_name ?? quotedName(name)}`)}>
          {text.firstRows(name)}
        </Button>
      ))}
    >
      {text.startHint}
    </EmptyState>
  );
}
