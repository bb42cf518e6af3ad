import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import styles from './side-panel.module.css';
import { changesBetween } from './spec-changes.js';
import type { SpecSheet } from './spec-edits.js';
import { texts } from './texts.js';

/** Somebody saved another reading while this one was being corrected: what they changed, and which is to count. */
export function ConflictNotice({
  before,
  theirs,
  onTakeTheirs,
  onKeepMine,
}: {
  before: readonly SpecSheet[];
  theirs: readonly SpecSheet[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}) {
  const text = useText(texts);
  const changes = changesBetween(before, theirs);
  const words = {
    added: text.added,
    removed: text.removed,
    range: text.range,
    kind: text.kindChanged,
    name: text.name,
    rows: text.rowsChanged,
    columns: text.columns,
    shape: text.shape,
  };
  return (
    <Notice kind="warning">
      <p>
        <strong>{text.conflict}</strong> {changes.length > 0 ? text.theirChanges : text.noTheirChanges}
      </p>
      <ul className={styles.reasons}>
        {changes.map(({ id, name, range, what }) => (
          <li key={id}>
            {name || id} ({range}): {what.map((one) => words[one]).join(', ')}
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onTakeTheirs}>{text.takeTheirs}</Button>
        <Button onClick={onKeepMine}>{text.keepMine}</Button>
      </div>
    </Notice>
  );
}
