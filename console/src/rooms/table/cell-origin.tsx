import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CellProvenance, SourceCell } from '@workbook-data-service/client/api';
import { sourcesQuery } from '../../app/workbook-queries.js';
import { exactText } from '../../grid/cell-text.js';
import { messages, useText } from '../../text/text.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    typed: 'It was typed here, or comes from no cell of a file.',
    overridden: 'It was overridden here. What it replaces is computed from:',
    raw: (value: string) => `there: ${value}`,
    of: (column: string, table: string) => `${column} of ${table}`,
    more: 'and further cells',
  },
  {
    typed: 'ここで入力された値か、ファイルのセルに由来しない値です。',
    overridden: 'ここで上書きされています。元の値は次から計算されます。',
    raw: (value: string) => `元の値: ${value}`,
    of: (column: string, table: string) => `「${table}」の「${column}」`,
    more: 'ほか',
  },
);

type Step = Pick<CellProvenance, 'source' | 'sheet' | 'cell' | 'raw_value'> & {
  derived_from?: unknown[] | undefined;
  truncated?: boolean | undefined;
};

/** The cell of a file that a value was read from, or the cells that it is computed from, down to files. */
export function Origin({ workbookId, origin }: { workbookId: string; origin: CellProvenance }) {
  const text = useText(texts);
  if (origin.source === null && !origin.derived_from?.length) return <p>{text.typed}</p>;
  return (
    <>
      {origin.overridden && <p>{text.overridden}</p>}
      <OriginStep workbookId={workbookId} step={origin} />
    </>
  );
}

function OriginStep({ workbookId, step }: { workbookId: string; step: Step }) {
  const text = useText(texts);
  const { data } = useQuery(sourcesQuery(workbookId));
  const inputs = (step.derived_from ?? []) as SourceCell[];
  const source = data?.sources.find(({ name }) => name === step.source);
  const label = [step.source, step.sheet, step.cell].filter(Boolean).join(' · ');
  return (
    <>
      {step.source !== null && (
        <p>
          {source ? (
            <Link
              to={`/workbooks/${workbookId}/files/${source.id}` as string}
              search={{ sheet: step.sheet ?? undefined, cell: step.cell ?? undefined } as never}
            >
              {label}
            </Link>
          ) : (
            label
          )}{' '}
          <small>{text.raw(exactText(step.raw_value))}</small>
        </p>
      )}
      {inputs.length > 0 && (
        <ul className={styles.inputs}>
          {inputs.slice(0, 20).map((input) => (
            <li key={`${input.table} ${input.column} ${input.row_id}`}>
              {text.of(input.column, input.table)}
              <OriginStep workbookId={workbookId} step={input} />
            </li>
          ))}
          {(step.truncated || inputs.length > 20) && <li>{text.more}</li>}
        </ul>
      )}
    </>
  );
}
