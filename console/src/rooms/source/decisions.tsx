import { usePreferences } from '../../preferences.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { choiceText, stepText } from './decision-texts.js';
import type { Show } from './side-panel.js';
import styles from './side-panel.module.css';
import type { SpecRegion } from './spec-edits.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

/** What the file leaves open, and what else could be made of it; one click decides. */
export function Decisions({
  draft,
  regions,
  onShow,
}: {
  draft: Draft;
  regions: readonly SpecRegion[];
  onShow?: Show;
}) {
  const text = useText(texts);
  const { language } = usePreferences();
  const questions = regions.flatMap(({ id, questions: asked = [] }) =>
    asked.map((question) => ({ id, question })),
  );
  const offers = regions.flatMap(({ id, suggestions = [] }) => suggestions.map((offer) => ({ id, offer })));
  return (
    <>
      {questions.length > 0 && (
        <div className={styles.section}>
          <h2>{text.questions}</h2>
          {questions.map(({ id, question }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would not look like a card of the panel.
            <div
              key={question.id}
              className={styles.card}
              role="group"
              aria-label={messageText(question, language)}
            >
              <button
                type="button"
                className={styles.entry}
                onClick={() => onShow?.({ region: id, cell: undefined })}
              >
                {messageText(question, language)}
              </button>
              <div className={styles.buttons}>
                {question.choices.map((choice) => (
                  <Button
                    key={choice}
                    className={choice === question.default ? styles.chosen : ''}
                    aria-pressed={choice === question.default}
                    disabled={draft.isTrying}
                    onClick={() => draft.decide({ answers: { [question.id]: choice } })}
                  >
                    {choiceText(choice, language)}
                  </Button>
                ))}
              </div>
            </div>
          ))}
        </div>
      )}
      {offers.length > 0 && (
        <div className={styles.section}>
          <h2>{text.offers}</h2>
          {offers.map(({ offer }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            <div
              key={offer.id}
              className={styles.card}
              role="group"
              aria-label={stepText(offer.step, language)}
            >
              <strong>{stepText(offer.step, language)}</strong>
              <span className={styles.soft}>{messageText({ ...offer, text: offer.reason }, language)}</span>
              <span className={styles.soft}>{text.offerColumns(offer.columns.slice(0, 12).join(', '))}</span>
              <div className={styles.buttons}>
                <Button disabled={draft.isTrying} onClick={() => draft.decide({ accept: [offer.id] })}>
                  {text.accept}
                </Button>
              </div>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
