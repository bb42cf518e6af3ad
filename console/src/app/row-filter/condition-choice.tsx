import { messages, useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { type Choice, choicesFor, conditionTexts } from './condition-names.js';

const texts = messages({ condition: 'Condition' }, { condition: '条件' });

interface ConditionChoiceProps {
  /** Of the column. */
  type: string;
  value: Choice;
  onChange: (choice: Choice) => void;
}

/** What is asked of a column's values; a choice that does not fit the type any more is still shown. */
export function ConditionChoice({ type, value, onChange }: ConditionChoiceProps) {
  const text = useText(texts);
  const words = useText(conditionTexts);
  const choices = choicesFor(type);
  return (
    <Select label={text.condition} value={value} onChange={({ target }) => onChange(target.value as Choice)}>
      {(choices.includes(value) ? choices : [value, ...choices]).map((one) => (
        <option key={one} value={one}>
          {words[one] ?? one}
        </option>
      ))}
    </Select>
  );
}
