import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ParseSpec } from '@workbook-data-service/client/api';
import { useText } from '../../text/text.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { service } from '../service.js';
import { parseSpecQuery, type SourcePlace } from '../source-queries.js';
import { useRights } from '../use-rights.js';
import { ModelNotice } from './model-notice.js';
import styles from './reading-choice.module.css';
import { ReadingPicture } from './reading-picture.js';
import { readingTexts } from './reading-texts.js';

/** The ways in which the sheets of a file can be read, beside each other; one click takes another one and makes its tables. */
export function ReadingChoice({
  place,
  sheet,
  isFolded = false,
}: {
  place: SourcePlace;
  sheet?: string;
  /** Where the page has more to show; a sheet that was kept as it is shows what else there is even so. */
  isFolded?: boolean;
}) {
  const { data } = useQuery(parseSpecQuery(place));
  const sheets = data?.sheets.filter(({ name }) => sheet === undefined || name === sheet) ?? [];
  return sheets.map((one) =>
    one.chosen && one.alternatives && one.alternatives.length > 0 ? (
      <SheetChoice
        key={one.name}
        place={place}
        sheet={one}
        chosen={one.chosen}
        others={one.alternatives}
        isFolded={isFolded}
      />
    ) : null,
  );
}

type Sheet = ParseSpec['sheets'][number];

function SheetChoice({
  place,
  sheet,
  chosen,
  others,
  isFolded,
}: {
  place: SourcePlace;
  sheet: Sheet;
  chosen: NonNullable<Sheet['chosen']>;
  others: NonNullable<Sheet['alternatives']>;
  isFolded: boolean;
}) {
  const text = useText(readingTexts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(place.workbook_id);
  const take = useMutation({
    mutationFn: (reading: string) =>
      service.workbook(place.workbook_id).takeReading(place.source_name, reading),
    onSuccess: ({ artifacts }) => showToast({ text: text.taken(artifacts.length) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['workbook', place.workbook_id] }),
  });
  return (
    <details className={styles.choice} open={sheet.kept_as_sheet || !isFolded}>
      <summary>{text.title(place.source_name, sheet.name)}</summary>
      <div className={styles.about}>
        {sheet.kept_as_sheet ? (
          <Notice kind="warning">{text.keptAsSheet}</Notice>
        ) : (
          sheet.read_by !== 'model' && <p className={styles.soft}>{text.unsure}</p>
        )}
        <ModelNotice sheet={sheet} />
        {sheet.alternatives_cut && <p className={styles.soft}>{text.cut}</p>}
        <ProblemNotice error={take.error} />
        {take.isPending && <ProgressBar label={text.taking} />}
      </div>
      <ul className={styles.pictures}>
        <ReadingPicture picture={chosen} />
        {others.map((other) => (
          <ReadingPicture
            key={other.id}
            picture={other}
            confidence={other.confidence}
            onTake={mayWrite ? () => take.mutate(other.id) : undefined}
            isTaking={take.isPending}
          />
        ))}
      </ul>
    </details>
  );
}
