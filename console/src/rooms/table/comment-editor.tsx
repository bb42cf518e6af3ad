import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import styles from './comments.module.css';
import { mentionedIn, type Person, peopleNamed, typedMention } from './mentions.js';

const texts = messages(
  { hint: '@ names a member, Ctrl+Enter sends', cancel: 'Cancel', members: 'Members to mention' },
  {
    hint: '@ でメンバーをメンション、Ctrl+Enter で送信',
    cancel: 'キャンセル',
    members: 'メンションするメンバー',
  },
);

interface CommentEditorProps {
  label: string;
  /** On the button that sends it. */
  action: string;
  people: readonly Person[];
  text?: string;
  save: {
    mutate: (said: { text: string; mentions: string[] }, then: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: unknown;
  };
  onCancel?: () => void;
  children?: ReactNode;
}

/** A text in which an @ offers the members of the workspace. */
export function CommentEditor({ label, action, people, save, onCancel, ...others }: CommentEditorProps) {
  const words = useText(texts);
  const listId = useId();
  const [text, setText] = useState(others.text ?? '');
  const [naming, setNaming] = useState<{ from: number; caret: number; typed: string }>();
  const [chosen, setChosen] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  // Whoever opens it wants to write.
  useEffect(() => {
    area.current?.focus();
  }, []);
  const offered = naming ? peopleNamed(people, naming.typed) : [];
  const isOffering = offered.length > 0;

  function look(element: HTMLTextAreaElement): void {
    const { selectionStart: caret, value } = element;
    const mention = typedMention(value, caret);
    setNaming(mention && { ...mention, caret });
    setChosen(0);
  }

  function mention({ name }: Person): void {
    if (!naming) return;
    const caret = naming.from + name.length + 2;
    setText(`${text.slice(0, naming.from)}@${name} ${text.slice(naming.caret)}`);
    setNaming(undefined);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  }

  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (text.trim() === '' || save.isPending) return;
    const said = { text: text.trim(), mentions: mentionedIn(text, people) };
    save.mutate(said, { onSuccess: () => setText('') });
  }

  function press(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (!isOffering && key === 'Escape' && onCancel) onCancel();
    else if (!isOffering) return;
    else if (key === 'ArrowDown') setChosen((chosen + 1) % offered.length);
    else if (key === 'ArrowUp') setChosen((chosen + offered.length - 1) % offered.length);
    else if (key === 'Enter' || key === 'Tab') mention(offered[chosen] as Person);
    else if (key === 'Escape') setNaming(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form onSubmit={send} className={styles.editor}>
      {others.children}
      <TextArea
        ref={area}
        label={label}
        hint={words.hint}
        value={text}
        maxLength={4000}
        aria-autocomplete="list"
        aria-controls={isOffering ? listId : undefined}
        aria-activedescendant={isOffering ? `${listId}-${chosen}` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          look(event.target);
        }}
        onKeyDown={press}
        onBlur={() => setNaming(undefined)}
      />
      {isOffering && (
        <div role="listbox" id={listId} aria-label={words.members} className={styles.people}>
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus, and names the option as its descendant.
            <div
              key={person.id}
              role="option"
              id={`${listId}-${index}`}
              aria-selected={index === chosen}
              onPointerDown={(event) => {
                event.preventDefault();
                mention(person);
              }}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <div className={styles.actions}>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
        <Button type="submit" look="primary" disabled={text.trim() === '' || save.isPending}>
          {action}
        </Button>
      </div>
      <ProblemNotice error={save.error} />
    </form>
  );
}
