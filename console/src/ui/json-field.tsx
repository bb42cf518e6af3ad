import { type ReactNode, useState } from 'react';
import { messages, useText } from '../text/text.js';
import { TextArea } from './field.js';

const texts = messages(
  { noJson: 'This is not a JSON object yet; it is applied as soon as it is valid.' },
  { noJson: 'まだ JSON のオブジェクトではありません。正しくなった時点で反映されます。' },
);

interface JsonFieldProps {
  label: string;
  hint?: ReactNode;
  /** An object; undefined where nothing is given. */
  value: unknown;
  onChange: (value: Record<string, unknown> | undefined) => void;
}

/** An object as people who know JSON write it. */
export function JsonField({ label, hint, value, onChange }: JsonFieldProps) {
  const text = useText(texts);
  const [typed, setTyped] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const isFaulty = typed.trim() !== '' && objectIn(typed) === undefined;
  return (
    <TextArea
      label={label}
      hint={hint}
      error={isFaulty ? text.noJson : undefined}
      rows={6}
      spellCheck={false}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        const object = objectIn(target.value);
        if (object !== undefined || target.value.trim() === '') onChange(object);
      }}
    />
  );
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
