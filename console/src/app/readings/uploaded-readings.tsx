import { useUploads } from '../uploads/upload-store.js';
import { ReadingChoice } from './reading-choice.js';

/** Of the files that have just come into a workbook, those that can be read in several ways. */
export function UploadedReadings({ workbookId }: { workbookId: string }) {
  const unsure = useUploads().filter(
    ({ workbookId: into, answer }) => into === workbookId && (answer?.reading?.alternatives.length ?? 0) > 0,
  );
  const names = [...new Set(unsure.flatMap(({ answer }) => answer?.source.name ?? []))];
  return names.map((name) => (
    <ReadingChoice key={name} place={{ workbook_id: workbookId, source_name: name }} />
  ));
}
