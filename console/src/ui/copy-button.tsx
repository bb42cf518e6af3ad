import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { messages, useText } from '../text/text.js';
import { Button } from './button.js';
import { copyText } from './copy-text.js';

const texts = messages({ copy: 'Copy', done: 'Copied' }, { copy: 'コピー', done: 'コピーしました' });

/** Puts a text on the clipboard, and says so for a moment. */
export function CopyButton({
  copied,
  icon = <Copy />,
  children,
  ...others
}: Omit<ComponentProps<typeof Button>, 'onClick'> & { copied: string }) {
  const text = useText(texts);
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), 2000);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <Button
      icon={isDone ? <Check /> : icon}
      onClick={() => copyText(copied).then(() => setIsDone(true))}
      {...others}
    >
      <span aria-live="polite">{isDone ? text.done : (children ?? text.copy)}</span>
    </Button>
  );
}
