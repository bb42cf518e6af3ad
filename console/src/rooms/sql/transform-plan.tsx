import type { InputColumn, TransformPlan } from '@workbook-data-service/client/api';
import { useTypeName } from '../../app/type-names.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useText } from '../../text/text.js';
import { ListTable } from '../../ui/list-table.js';
import { transformTexts } from './transform-texts.js';

/** What a transform would make, before it runs. */
export function TransformPlanView({
  kind,
  plan,
}: {
  kind: 'sql' | 'python';
  plan: TransformPlan | undefined;
}) {
  const text = useText(transformTexts);
  const nameOfType = useTypeName();
  const titleOf = useTableTitle();
  const namesOf = (columns: InputColumn[]) =>
    columns.map(({ table, column, exact }) => `${titleOf(table)}.${column}${exact ? '' : ' ?'}`).join(', ');
  const from = new Map(plan?.lineage.map((one) => [one.column, one.from]));
  return (
    <section aria-label={text.result}>
      <h2>{text.result}</h2>
      {kind === 'python' ? <p>{text.pythonHint}</p> : !plan && <p>{text.planHint}</p>}
      {plan && plan.columns.length > 0 && (
        <ListTable label={text.result} head={[text.column, text.type, text.from]}>
          {plan.columns.map(({ name, type }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{nameOfType(type)}</td>
              <td>{namesOf(from.get(name) ?? [])}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {plan && plan.influenced_by.length > 0 && (
        <p>
          {text.rowsFrom}: {namesOf(plan.influenced_by)}
        </p>
      )}
      {plan && plan.would_recompute.length > 0 && (
        <p>
          {text.alsoRuns}: {plan.would_recompute.map(titleOf).join(', ')}
        </p>
      )}
    </section>
  );
}
