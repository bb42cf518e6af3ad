import { useState } from 'react';

/**
 * A choice that the server keeps. What was chosen shows at once: a mutation tells what it was given only after the
 * browser has painted, and until then React would put the old choice back. If it is not kept, the old choice shows again.
 */
export function useChoice<Value>(kept: Value, keep: (chosen: Value) => Promise<unknown>) {
  const [choice, setChoice] = useState<{ chosen: Value; insteadOf: Value }>();
  // From here on what is kept counts, whoever changed it.
  if (choice && choice.insteadOf !== kept) setChoice(undefined);
  const choose = (chosen: Value): void => {
    setChoice({ chosen, insteadOf: kept });
    keep(chosen).catch(() => setChoice(undefined));
  };
  return { shown: choice ? choice.chosen : kept, choose };
}
