import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '../../text/text.js';
import { TextField } from '../../ui/field.js';
import { classificationsQuery, rulesQuery } from './governance-queries.js';
import { texts } from './texts.js';

/** A tag, of which those in use are proposed: a misspelt one would silently have no effect. */
export function TagField({ workbookId, fixed }: { workbookId: string; fixed?: string | undefined }) {
  const text = useText(texts);
  const id = useId();
  const { data: tagged } = useQuery(classificationsQuery(workbookId));
  const { data: rules } = useQuery(rulesQuery(workbookId));
  const known = new Set([...(tagged ?? []), ...(rules ?? [])].map(({ tag }) => tag));
  return (
    <>
      <TextField
        label={text.tag}
        hint={text.tagHint}
        name="tag"
        list={id}
        required
        maxLength={120}
        defaultValue={fixed}
        readOnly={fixed !== undefined}
      />
      <datalist id={id}>
        {[...known].map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
