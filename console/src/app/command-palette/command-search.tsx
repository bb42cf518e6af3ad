import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useText } from '../../text/text.js';
import styles from './command-search.module.css';
import { texts } from './texts.js';

/** Loaded when it is first opened. */
const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the palette: a button that looks like a field, and Ctrl+K on every page. */
export function CommandSearch() {
  const text = useText(texts);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || !(isMac ? metaKey : ctrlKey) || altKey || shiftKey) return;
      // The browser would open its own search, and editors have other uses for the key.
      event.preventDefault();
      event.stopPropagation();
      // A dialog that is open is to be answered first.
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) setIsOpen(true);
    }
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden />
        <span>{text.hint}</span>
        <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
