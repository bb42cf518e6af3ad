import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { usePreferences } from '../../preferences.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { parseRange } from './cells.js';
import { ColumnsEditor } from './columns-editor.js';
import { Decisions } from './decisions.js';
import { MadeColumns } from './made-columns.js';
import { RecordRowsChoice } from './record-rows-choice.js';
import styles from './side-panel.module.css';
import { moveRegion, removeRegion, renameRegion, type SpecRegion, setKind, setLayout } from './spec-edits.js';
import { texts } from './texts.js';
import { TypedField } from './typed-field.js';
import type { Draft } from './use-draft.js';

const kinds = ['data', 'title', 'note'] as const;
const layouts = ['flat', 'crosstab', 'report', 'form'] as const;

/** Everything about a region that can be changed without the mouse too. */
export function RegionEditor({ draft, region }: { draft: Draft; region: SpecRegion }) {
  const text = useText(texts);
  const { language } = usePreferences();
  const { id, kind, name, layout, range, explanations = [] } = region;
  return (
    <>
      <div className={styles.fields}>
        <Select
          label={text.kind}
          value={kind}
          onChange={({ target }) => draft.edit(setKind(draft.sheets, id, target.value as typeof kind))}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {text[one]}
            </option>
          ))}
        </Select>
        <RangeField
          key={range}
          range={range}
          onChange={(next) => draft.edit(moveRegion(draft.sheets, id, next))}
        />
        {kind === 'data' && (
          <>
            <div className={styles.wide}>
              <TypedField
                label={text.name}
                value={name}
                onCommit={(next) => draft.edit(renameRegion(draft.sheets, id, next))}
              />
            </div>
            <div className={styles.wide}>
              <Select
                label={text.layout}
                value={layout}
                onChange={({ target }) =>
                  draft.edit(setLayout(draft.sheets, id, target.value as typeof layout))
                }
              >
                {layouts
                  .filter((one) => one === layout || (one !== 'form' && layout !== 'form'))
                  .map((one) => (
                    <option key={one} value={one}>
                      {text[one]}
                    </option>
                  ))}
              </Select>
            </div>
            {(layout === 'flat' || layout === 'crosstab') && (
              <div className={styles.wide}>
                <RecordRowsChoice draft={draft} region={region} />
              </div>
            )}
          </>
        )}
      </div>
      {kind === 'data' && layout !== 'form' && <MadeColumns draft={draft} region={region} />}
      <Decisions draft={draft} regions={[region]} />
      {kind === 'data' && <ColumnsEditor draft={draft} region={region} />}
      {explanations.length > 0 && (
        <div className={styles.section}>
          <h2>{text.reasons}</h2>
          <ul className={styles.reasons}>
            {explanations.map((said) => (
              <li key={said.text}>{messageText(said, language)}</li>
            ))}
          </ul>
        </div>
      )}
      <Button look="danger" icon={<Trash2 />} onClick={() => draft.edit(removeRegion(draft.sheets, id))}>
        {text.remove}
      </Button>
    </>
  );
}

function RangeField({
  range,
  onChange,
}: {
  range: string;
  onChange: (range: NonNullable<ReturnType<typeof parseRange>>) => void;
}) {
  const text = useText(texts);
  const [typed, setTyped] = useState(range);
  const parsed = parseRange(typed);
  const commit = () => parsed && typed !== range && onChange(parsed);
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        commit();
      }}
    >
      <TextField
        label={text.range}
        value={typed}
        error={parsed ? undefined : text.badRange}
        onChange={({ target }) => setTyped(target.value.toUpperCase())}
        onBlur={commit}
      />
    </form>
  );
}
