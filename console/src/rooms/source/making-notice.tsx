import { forgetMaking, type Making } from '../../app/making/making-store.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import styles from './side-panel.module.css';
import type { SpecSheet } from './spec-edits.js';
import { texts } from './texts.js';

/** Tables of this file are being made, or could not be. */
export function MakingNotice({
  making: { place, state, percent, error, corrected },
  onTakeUp,
}: {
  making: Making;
  /** Absent where the correction is still on the page. */
  onTakeUp?: ((corrected: SpecSheet[]) => void) | undefined;
}) {
  const text = useText(texts);
  if (state === 'done') return null;
  if (state === 'running')
    return (
      <Notice>
        <p>
          <strong>{text.making}</strong> {text.mayLeave}
        </p>
        <ProgressBar label={text.making} value={percent} />
      </Notice>
    );
  return (
    <>
      <p>{text.notMade}</p>
      <ProblemNotice error={error}>
        <div className={styles.buttons}>
          {corrected && onTakeUp && (
            <Button
              onClick={() => {
                onTakeUp(corrected);
                forgetMaking(place);
              }}
            >
              {text.takeUp}
            </Button>
          )}
          <Button onClick={() => forgetMaking(place)}>{text.dismiss}</Button>
        </div>
      </ProblemNotice>
    </>
  );
}
