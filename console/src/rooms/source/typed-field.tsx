import { type FormEvent, useEffect, useState } from 'react';
import { TextField } from '../../ui/field.js';

/** A text that counts when the field is left or Enter is pressed. */
export function TypedField({
  label,
  value,
  onCommit,
}: {
  label: string;
  value: string;
  onCommit: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    setTyped(value);
  }, [value]);
  const commit = () => typed !== value && onCommit(typed);
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        commit();
      }}
    >
      <TextField
        label={label}
        value={typed}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
      />
    </form>
  );
}
