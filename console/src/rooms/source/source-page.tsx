import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isProblem } from '@workbook-data-service/client';
import { analyzeSource } from '@workbook-data-service/client/api';
import { Download, FileUp, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { ClosedFilesNotice, useAreFilesOpen } from '../../app/closed-files.js';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { ScheduleButton } from '../../app/schedules/schedule-button.js';
import { fileFromWeb } from '../../app/schedules/schedule-queries.js';
import { service, serviceUrl } from '../../app/service.js';
import { parseSpecQuery, type SourcePlace, sourceQuery } from '../../app/source-queries.js';
import { useRights } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Button, ButtonAnchor } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ReadingEditor } from './reading-editor.js';
import { ReviseDialog, useIsRevisable } from './revise-dialog.js';
import { texts } from './texts.js';

/** A file: its sheets as they are, and how they were read. */
export function SourcePage() {
  const text = useText(texts);
  const { workbookId, source: name } = useParams({ from: '/signed-in/workbooks/$workbookId/files/$source' });
  const place = { workbook_id: workbookId, source_name: name };
  const source = useQuery(sourceQuery(place));
  const spec = useQuery(parseSpecQuery(place));
  const areOpen = useAreFilesOpen(workbookId);
  const isRevisable = useIsRevisable(workbookId);
  const [isRevising, setIsRevising] = useState(false);
  const fileActions = (
    <>
      {isRevisable(name) && (
        <Button icon={<FileUp />} onClick={() => setIsRevising(true)}>
          {text.newVersion}
        </Button>
      )}
      {source.data && isRevisable(name) && (
        <ScheduleButton workbookId={workbookId} subject={fileFromWeb(source.data)} />
      )}
      {areOpen && (
        <ButtonAnchor
          icon={<Download />}
          href={serviceUrl(`/api/v1/workbooks/${workbookId}/sources/${encodeURIComponent(name)}/download`)}
          download={source.data?.filename}
        >
          {text.download}
        </ButtonAnchor>
      )}
      {isRevising && <ReviseDialog place={place} onClose={() => setIsRevising(false)} />}
    </>
  );
  if (spec.data && source.data)
    return (
      <ReadingEditor
        key={source.data.id}
        place={place}
        source={source.data}
        spec={spec.data}
        fileActions={fileActions}
      />
    );
  const isUnread = isProblem(spec.error, 'not-found') && source.data;
  return (
    <Page title={name} actions={source.data && fileActions}>
      <ClosedFilesNotice workbookId={workbookId} />
      <ProblemNotice error={source.error} />
      {isUnread ? (
        <Unread place={place} failure={source.data.failure} />
      ) : (
        <ProblemNotice error={spec.error} />
      )}
      {(spec.isPending || source.isPending) && <Loading />}
    </Page>
  );
}

function Unread({ place, failure }: { place: SourcePlace; failure: string | null }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(place.workbook_id);
  const analyze = useMutation({
    mutationFn: () => analyzeSource(service, { path: place }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workbook', place.workbook_id, 'sources'] }),
  });
  return (
    <>
      <EmptyState
        title={failure ?? text.notAnalyzed}
        actions={
          mayWrite && (
            <Button
              look="primary"
              icon={<ScanSearch />}
              disabled={analyze.isPending}
              onClick={() => analyze.mutate()}
            >
              {text.analyze}
            </Button>
          )
        }
      >
        {text.notAnalyzedHint}
      </EmptyState>
      <ReadOnlyNotice workbookId={place.workbook_id} />
      <ProblemNotice error={analyze.error} />
    </>
  );
}
