import { Link } from '@tanstack/react-router';
import { useUploads } from '../uploads/upload-store.js';
import { ReadingChoice } from './reading-choice.js';
import { RememberedNotice } from './remembered-notice.js';

/** The last ones; the tray has a word about each. */
const MAX_TOLD = 5;

/** Of the files that have just come into a workbook, like which ones they were read, and which can be read in several ways. */
export function UploadedReadings({ workbookId }: { workbookId: string }) {
  const answers = useUploads().flatMap(({ workbookId: into, answer }) =>
    into === workbookId && answer?.reading ? [{ name: answer.source.name, reading: answer.reading }] : [],
  );
  const latest = [...new Map(answers.map(({ name, reading }) => [name, reading]))];
  const told = latest.filter(([, { learned_from, rules }]) => learned_from !== undefined || rules);
  const unsure = latest.filter(([, { alternatives }]) => alternatives.length > 0);
  return (
    <>
      {told.slice(-MAX_TOLD).map(([name, reading]) => (
        <RememberedNotice
          key={name}
          title={
            <Link to="/workbooks/$workbookId/files/$source" params={{ workbookId, source: name }}>
              {name}
            </Link>
          }
          reading={reading}
        />
      ))}
      {unsure.map(([name]) => (
        <ReadingChoice key={name} place={{ workbook_id: workbookId, source_name: name }} />
      ))}
    </>
  );
}
