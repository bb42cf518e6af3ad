import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { ScheduleDialog } from '../../app/schedules/schedule-dialog.js';
import { schedulesQuery } from '../../app/schedules/schedule-queries.js';
import { scheduleTexts } from '../../app/schedules/schedule-texts.js';
import { useRights } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ScheduleRow } from './schedule-row.js';
import { texts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/schedules');

/** What of a workbook is updated by itself, and how that goes. */
export function SchedulesPage() {
  const text = useText(texts);
  const { set } = useText(scheduleTexts);
  const { workbookId } = route.useParams();
  const { mayWrite } = useRights(workbookId);
  const schedules = useQuery(schedulesQuery(workbookId));
  const [isSetting, setIsSetting] = useState(false);
  const list = schedules.data?.schedules ?? [];
  const create = mayWrite && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setIsSetting(true)}>
      {set}
    </Button>
  );
  return (
    <Page title={text.title} description={text.about} actions={list.length > 0 && create}>
      <ReadOnlyNotice workbookId={workbookId} />
      <ProblemNotice error={schedules.error} />
      {schedules.isPending && <Loading />}
      {schedules.data && list.length === 0 && (
        <EmptyState icon={<CalendarClock aria-hidden />} title={text.none} actions={create}>
          {text.noneHint}
        </EmptyState>
      )}
      {list.length > 0 && (
        <ListTable
          label={text.title}
          head={[
            text.what,
            text.rhythm,
            text.last,
            text.next,
            text.state,
            <span key="actions" className="for-screen-readers">
              {text.actions}
            </span>,
          ]}
        >
          {list.map((schedule) => (
            <ScheduleRow key={schedule.id} workbookId={workbookId} schedule={schedule} mayChange={mayWrite} />
          ))}
        </ListTable>
      )}
      {isSetting && <ScheduleDialog workbookId={workbookId} onClose={() => setIsSetting(false)} />}
    </Page>
  );
}
