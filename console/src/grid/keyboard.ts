import type { Step } from './selection.js';

/** What a key means while cells are selected. Ctrl is the command key on a Mac. */
export type Command =
  | { do: 'move'; step: Step; isExtending: boolean }
  | { do: 'page'; direction: 1 | -1; isExtending: boolean }
  | { do: 'advance'; by: 'row' | 'column'; direction: 1 | -1 }
  | { do: 'edit' }
  | { do: 'activate' }
  | { do: 'select-all' }
  | { do: 'select-rows' }
  | { do: 'select-columns' }
  | { do: 'clear' }
  | { do: 'fill-down' }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'menu' };

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const arrows: Record<string, Step> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};

const far = (step: number): number => (step === 0 ? 0 : step * Number.POSITIVE_INFINITY);

/** Undefined for keys that type, or that the browser should have. */
export function commandOf(event: Key): Command | undefined {
  const { key, shiftKey: isExtending, altKey } = event;
  const isCtrl = event.ctrlKey || event.metaKey;
  const direction = isExtending ? -1 : 1;
  if (altKey) return key === 'ArrowDown' ? { do: 'menu' } : undefined;
  const step = arrows[key];
  if (step) {
    const going = isCtrl ? { rows: far(step.rows), columns: far(step.columns) } : step;
    return { do: 'move', step: going, isExtending };
  }
  if (isCtrl) return withCtrl(key, isExtending);
  switch (key) {
    case 'Home':
    case 'End': {
      const columns = key === 'Home' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      return { do: 'move', step: { rows: 0, columns }, isExtending };
    }
    case 'PageUp':
    case 'PageDown':
      return { do: 'page', direction: key === 'PageUp' ? -1 : 1, isExtending };
    case 'Tab':
      return { do: 'advance', by: 'column', direction };
    case 'Enter':
      return { do: 'advance', by: 'row', direction };
    case 'F2':
      return { do: 'edit' };
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    case ' ':
      return isExtending ? { do: 'select-rows' } : undefined;
    case 'ContextMenu':
      return { do: 'menu' };
    case 'F10':
      return isExtending ? { do: 'menu' } : undefined;
    default:
      return undefined;
  }
}

function withCtrl(key: string, isExtending: boolean): Command | undefined {
  switch (key.toLowerCase()) {
    case 'home':
    case 'end': {
      const all = key.toLowerCase() === 'home' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      return { do: 'move', step: { rows: all, columns: all }, isExtending };
    }
    case 'a':
      return { do: 'select-all' };
    case ' ':
      return { do: 'select-columns' };
    case 'd':
      return { do: 'fill-down' };
    case 'z':
      return { do: isExtending ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    case 'enter':
      return { do: 'activate' };
    default:
      return undefined;
  }
}
