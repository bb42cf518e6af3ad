import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../text/text.js';
import type { Command, CommandKind } from './command.js';
import { useOtherCommands, useTablesElsewhere } from './other-commands.js';
import styles from './palette.module.css';
import { byKind, rankCommands } from './rank-commands.js';
import { texts } from './texts.js';
import { useWorkbookCommands } from './workbook-commands.js';

/** How far Page Up and Page Down go. */
const PAGE = 6;

/** Everything that can be gone to or done, found by typing: a field with a list below it, as ARIA describes a combobox. */
export function Palette({ onClose }: { onClose: () => void }) {
  const text = useText(texts);
  const { workbookId } = useParams({ strict: false });
  const [typed, setTyped] = useState('');
  /** The id of the command that Enter runs; undefined: the first. */
  const [chosen, setChosen] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const commands = [...useWorkbookCommands(workbookId), ...useOtherCommands(workbookId)];
  const elsewhere = useTablesElsewhere(workbookId, typed);
  const ranked = rankCommands(commands, typed);
  // What the service found may have the words in a column or a file, which its name does not tell.
  const groups = byKind([...ranked, ...elsewhere]);
  const shown = groups.flatMap(([, found]) => found);
  const at = Math.max(
    0,
    shown.findIndex((command) => command.id === chosen),
  );
  const active = shown[at];
  const optionId = (command: Command): string => `${id}-${shown.indexOf(command)}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is to be in view.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  function run(command: Command | undefined): void {
    if (!command) return;
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that ends what an input method composes chooses nothing.
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
    const step = steps[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      run(active);
    } else if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      const isOne = Math.abs(step) === 1;
      // Single steps go round, pages end at the ends.
      const next = isOne ? (at + step + shown.length) % shown.length : at + step;
      setChosen(shown[Math.min(shown.length - 1, Math.max(0, next))]?.id);
    }
  }

  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.palette} aria-label={text.open}>
          <div className={styles.field}>
            <Search aria-hidden />
            <input
              role="combobox"
              aria-label={text.label}
              aria-expanded={shown.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={active && optionId(active)}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={text.hint}
              value={typed}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                setChosen(undefined);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label={text.open}>
            {groups.map(([kind, found]) => (
              <Group key={kind} kind={kind}>
                {found.map((command) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
                  <div
                    key={command.id}
                    id={optionId(command)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={command === active}
                    className={styles.option}
                    onPointerMove={() => setChosen(command.id)}
                    // The field keeps the focus.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => run(command)}
                  >
                    <command.Icon aria-hidden />
                    <span className={styles.title}>{command.title}</span>
                    {command.place && <small>{command.place}</small>}
                  </div>
                ))}
              </Group>
            ))}
          </div>
          <p className={styles.note} role="status">
            {shown.length === 0 ? text.none : typed && text.found(shown.length)}
          </p>
          <p className={styles.keys} aria-hidden>
            {text.keys}
          </p>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

function Group({ kind, children }: { kind: CommandKind; children: ReactNode }) {
  const text = useText(texts);
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: options may stand in a group of a listbox, not in a set of fields.
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.kind}>
        {text[kind]}
      </div>
      {children}
    </div>
  );
}
