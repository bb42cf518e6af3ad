import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.js';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** What the file is for. */
  label: string;
  /** On the button by which it is chosen without a mouse. */
  choose: string;
  disabled?: boolean;
  /** In a line, where the file is not what the page is about. */
  isCompact?: boolean;
  onFile: (file: File) => void;
  children?: ReactNode;
}

const SPREADSHEETS = '.xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv';

/** A place for one spreadsheet file, which is dropped there or chosen. */
export function FileDrop({
  label,
  choose,
  disabled = false,
  isCompact = false,
  onFile,
  children,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent): void {
    // Pages that take files anywhere must not take this one too.
    event.preventDefault();
    event.stopPropagation();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without a mouse.
    <div
      className={`${styles.drop} ${isCompact ? styles.compact : ''} ${isOver ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden className={styles.icon} />
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="file"
        className="for-screen-readers"
        tabIndex={-1}
        accept={SPREADSHEETS}
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again after it was edited.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      {children}
    </div>
  );
}
