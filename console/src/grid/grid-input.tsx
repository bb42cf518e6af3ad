import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useState,
} from 'react';
import { exactText } from './cell-text.js';
import styles from './data-grid.module.css';
import type { GridEditing } from './editing.js';
import type { GridView, Snapshot } from './grid-view.js';
import { type Command, commandOf } from './keyboard.js';

/**
 * How the text in the input came there: it replaces the cell, so that arrows leave it, or it is the cell's own text, in
 * which arrows move the caret.
 */
type Mode = 'idle' | 'replacing' | 'correcting';

export interface GridInputHandle {
  focus(): void;
  /** Opens the active cell with its own text. */
  correct(): void;
}

interface GridInputProps {
  ref: Ref<GridInputHandle>;
  element: RefObject<HTMLTextAreaElement | null>;
  view: GridView;
  snapshot: Snapshot;
  /** Read aloud: the active cell. */
  label: string;
  editing: GridEditing | undefined;
  onCommand: (command: Command) => void;
  onCopy: (event: ClipboardEvent) => void;
  onPaste: (text: string) => void;
  onFocus: () => void;
}

/**
 * The one input of the grid, over the active cell. It has the focus while cells are selected, so that typing begins in it
 * at once, by an input method too, and shows itself when something is typed.
 */
export function GridInput({ ref, element, view, snapshot, label, editing, ...on }: GridInputProps) {
  const [mode, setMode] = useState<Mode>('idle');
  const active = snapshot.selection?.active;
  const canType = active !== undefined && editing?.canEdit(active.column) === true;
  const isOpen = mode !== 'idle';

  useImperativeHandle(ref, () => ({ focus: () => element.current?.focus({ preventScroll: true }), correct }));

  function begin(next: Mode): void {
    if (active) view.reveal(active);
    setMode(next);
  }

  function correct(): void {
    if (active && !canType) editing?.refuse(active.column);
    if (!active || !canType || !element.current) return;
    element.current.value = exactText(view.row(active.row)?.cells[active.column]);
    element.current.setSelectionRange(element.current.value.length, element.current.value.length);
    begin('correcting');
  }

  function close(): void {
    if (element.current) element.current.value = '';
    setMode('idle');
  }

  function commit(): void {
    const row = active && view.row(active.row);
    const text = element.current?.value ?? '';
    close();
    if (!row || !active || text === exactText(row.cells[active.column])) return;
    editing?.apply({ changes: [{ row, column: active.column, text: text === '' ? null : text }], added: [] });
  }

  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Keys of an input method, also the Enter that ends a conversion, are not ours.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (view.size.rows === 0 || view.size.columns === 0) return;
    if (isOpen) pressWhileOpen(event);
    else pressWhileIdle(event);
  }

  function pressWhileOpen(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { key } = event;
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Enter' && event.altKey) {
      event.preventDefault();
      event.currentTarget.setRangeText(
        '\n',
        event.currentTarget.selectionStart,
        event.currentTarget.selectionEnd,
        'end',
      );
    } else if (key === 'Enter' || key === 'Tab' || (mode === 'replacing' && key.startsWith('Arrow'))) {
      const command = commandOf(event);
      event.preventDefault();
      commit();
      if (command) on.onCommand(command);
    } else if (key === 'F2') setMode('correcting');
  }

  function pressWhileIdle(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const command = commandOf(event);
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (active && !canType && isTyped && !command) editing?.refuse(active.column);
    if (!command) return;
    // Tab leaves the grid at its edges, so that nobody is caught in it.
    if (command.do === 'advance' && command.by === 'column' && isAtEdge(view, command.direction)) return;
    event.preventDefault();
    if (command.do === 'edit') correct();
    else on.onCommand(command);
  }

  const width = active ? view.boxOf(active).width : 0;
  return (
    <textarea
      ref={element}
      className={`${styles.input} ${isOpen ? styles.open : ''}`}
      style={isOpen ? { minWidth: width - 1, width: width - 1 } : undefined}
      aria-label={label}
      readOnly={!canType}
      rows={1}
      spellCheck={false}
      autoComplete="off"
      onKeyDown={pressKey}
      onInput={() => mode === 'idle' && begin('replacing')}
      onCompositionStart={() => canType && mode === 'idle' && begin('replacing')}
      onBlur={() => isOpen && commit()}
      onFocus={on.onFocus}
      onCopy={(event) => !isOpen && on.onCopy(event)}
      onCut={(event) => {
        if (isOpen) return;
        on.onCopy(event);
        on.onCommand({ do: 'clear' });
      }}
      onPaste={(event) => {
        if (isOpen) return;
        event.preventDefault();
        on.onPaste(event.clipboardData.getData('text/plain'));
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

function isAtEdge(view: GridView, direction: 1 | -1): boolean {
  const { selection, size } = view;
  if (!selection) return true;
  const { row, column } = selection.active;
  return direction === 1 ? column === size.columns - 1 && row === size.rows - 1 : column === 0 && row === 0;
}
