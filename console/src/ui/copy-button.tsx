import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { messages, useText } from '../text/text.js';
import { Button } from './button.js';

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
      onClick={() => copy(copied).then(() => setIsDone(true))}
      {...others}
    >
      <span aria-live="polite">{isDone ? text.done : (children ?? text.copy)}</span>
    </Button>
  );
}

/** Browsers offer the clipboard only to secure pages; an address in the local network is none. */
async function copy(value: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(value);
  const area = document.createElement('textarea');
  area.value = value;
  // Within the open dialog, which keeps the focus.
  const place = document.activeElement?.parentElement ?? document.body;
  place.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
