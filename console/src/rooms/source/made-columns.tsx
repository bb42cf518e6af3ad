import { useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import styles from './side-panel.module.css';
import { continuable, type SpecRegion, type SpecSheet, setContinued, setMadeNames } from './spec-edits.js';
import { texts } from './texts.js';
import { TypedField } from './typed-field.js';
import type { Draft } from './use-draft.js';

/** Which table the rows of a region go to, and the names of columns that the sheet does not name. */
export function MadeColumns({ draft, region }: { draft: Draft; region: SpecRegion }) {
  const text = useText(texts);
  const { id, layout, row_roles, columns, continues, made_names: names = {} } = region;
  const sheet = draft.sheets.find(({ regions }) => regions.some((one) => one.id === id));
  const hasPeriods = layout !== 'flat' && columns.some(({ role }) => role === 'period');
  const hasGroups = layout === 'report' || row_roles.group.length > 0;
  const rename = (next: typeof names) => draft.edit(setMadeNames(draft.sheets, id, next));
  return (
    <div className={styles.fields}>
      {sheet && <ContinuedTable draft={draft} sheet={sheet} id={id} continues={continues} />}
      {hasGroups && (
        <TypedField
          label={text.groupColumn}
          value={(names.group ?? []).join(', ')}
          onCommit={(typed) => rename({ group: namesIn(typed) })}
        />
      )}
      {hasPeriods && (
        <>
          <TypedField
            label={text.periodColumn}
            value={names.period ?? 'period'}
            onCommit={(name) => rename({ period: name || 'period' })}
          />
          <TypedField
            label={text.valueColumn}
            value={names.value ?? 'value'}
            onCommit={(name) => rename({ value: name || 'value' })}
          />
        </>
      )}
    </div>
  );
}

const namesIn = (typed: string) =>
  typed
    .split(/[,、，]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

function ContinuedTable({
  draft,
  sheet,
  id,
  continues,
}: {
  draft: Draft;
  sheet: SpecSheet;
  id: string;
  continues: string | undefined;
}) {
  const text = useText(texts);
  const others = continuable(sheet, id);
  // What others continue continues none itself.
  if (others.length === 0 || sheet.regions.some((region) => region.continues === id)) return null;
  return (
    <div className={styles.wide}>
      <Select
        label={text.continues}
        value={continues ?? ''}
        onChange={({ target }) => draft.edit(setContinued(draft.sheets, id, target.value || undefined))}
      >
        <option value="">{text.ownTable}</option>
        {others.map((region) => (
          <option key={region.id} value={region.id}>
            {text.continuesTable(region.name || region.id, region.range)}
          </option>
        ))}
      </Select>
    </div>
  );
}
