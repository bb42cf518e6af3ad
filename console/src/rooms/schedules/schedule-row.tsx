import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  endSubscription,
  runSchedule,
  type Schedule,
  updateSchedule,
} from '@workbook-data-service/client/api';
import { CalendarClock, Ellipsis, History, Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { usePeople } from '../../app/people.js';
import { ScheduleDialog } from '../../app/schedules/schedule-dialog.js';
import { endSchedule, schedulesQuery, subjectOf } from '../../app/schedules/schedule-queries.js';
import { useRhythm } from '../../app/schedules/schedule-texts.js';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js';
import { ProblemNotice } from '../../ui/notice.js';
import { RunOutcome } from './run-outcome.js';
import { RunsDialog } from './runs-dialog.js';
import styles from './schedules.module.css';
import { texts } from './texts.js';

interface ScheduleRowProps {
  workbookId: string;
  schedule: Schedule;
  mayChange: boolean;
}

export function ScheduleRow({ workbookId, schedule, mayChange }: ScheduleRowProps) {
  const text = useText(texts);
  const format = useFormat();
  const rhythmOf = useRhythm();
  const titleOf = useTableTitle();
  const { nameOf } = usePeople(workbookId);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'times' | 'runs' | 'end'>();
  const close = () => setAsked(undefined);
  const { id, kind, subject, state, next_run_at: next } = schedule;
  const subjectKept = subjectOf(schedule);
  const name = kind === 'refresh' ? titleOf(subject) : subject;
  const path = { workbook_id: workbookId, schedule_id: id };
  const act = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSuccess: () => queries.invalidateQueries({ queryKey: schedulesQuery(workbookId).queryKey }),
  });
  const turn = (to: Schedule['state']) =>
    act.mutate(() => updateSchedule(service, { path, body: { state: to } }));
  const end = useMutation({
    mutationFn: () =>
      subjectKept
        ? endSchedule(workbookId, subjectKept)
        : endSubscription(service, {
            path: { workbook_id: workbookId, name: schedule.subject_id, subscription_id: id },
          }),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: schedulesQuery(workbookId).queryKey });
    },
  });
  return (
    <tr>
      <td className={styles.wrapping}>
        <SubjectLink workbookId={workbookId} schedule={schedule} name={name} />
        <small>
          {kind === 'mail_report' ? text.mailedTo(nameOf(schedule.user_id)) : text[`does_${kind}`]}
        </small>
        <ProblemNotice error={act.error} />
      </td>
      <td>{rhythmOf(schedule)}</td>
      <td className={styles.wrapping}>
        {schedule.last_run === null ? text.never : <RunOutcome run={schedule.last_run} />}
      </td>
      <td title={next === null ? undefined : format.dateTime(next)}>{next && format.ago(next)}</td>
      <td className={styles.wrapping}>
        <State schedule={schedule} />
      </td>
      <td>
        <Menu trigger={<IconButton label={text.more(name)} icon={<Ellipsis />} />}>
          <MenuItem icon={<History />} onSelect={() => setAsked('runs')}>
            {text.runs}
          </MenuItem>
          {mayChange && (
            <>
              <MenuItem
                icon={<RefreshCw />}
                onSelect={() => act.mutate(() => runSchedule(service, { path }))}
              >
                {text.run}
              </MenuItem>
              {state === 'active' ? (
                <MenuItem icon={<Pause />} onSelect={() => turn('paused')}>
                  {text.pause}
                </MenuItem>
              ) : (
                <MenuItem icon={<Play />} onSelect={() => turn('active')}>
                  {text.resume}
                </MenuItem>
              )}
              {kind !== 'refresh' && subjectKept && (
                <MenuItem icon={<CalendarClock />} onSelect={() => setAsked('times')}>
                  {text.change}
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setAsked('end')}>
                {text.end}
              </MenuItem>
            </>
          )}
        </Menu>
        {asked === 'runs' && (
          <RunsDialog workbookId={workbookId} scheduleId={id} name={name} onClose={close} />
        )}
        {asked === 'times' && subjectKept && (
          <ScheduleDialog workbookId={workbookId} subject={subjectKept} schedule={schedule} onClose={close} />
        )}
        {asked === 'end' && (
          <ConfirmDialog
            title={subjectKept ? text.endTitle(name) : text.endMailTitle(name)}
            action={text.end}
            change={end}
            onClose={close}
          >
            <p>{subjectKept ? text.endHint : text.endMailHint}</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}

/** Leads to what is kept fresh. */
function SubjectLink({
  workbookId,
  schedule: { kind, subject },
  name,
}: Omit<ScheduleRowProps, 'mayChange'> & { name: string }) {
  switch (kind) {
    case 'pull_file':
      return (
        <Link to="/workbooks/$workbookId/exchange" params={{ workbookId }} search={{ tab: 'tracked' }}>
          {name}
        </Link>
      );
    case 'pull_url':
      return (
        <Link to="/workbooks/$workbookId/files/$source" params={{ workbookId, source: subject }}>
          {name}
        </Link>
      );
    case 'mail_report':
      return (
        <Link to="/workbooks/$workbookId/reports/$report" params={{ workbookId, report: subject }}>
          {name}
        </Link>
      );
    case 'refresh':
      return (
        <Link to="/workbooks/$workbookId/tables/$table" params={{ workbookId, table: subject }}>
          {name}
        </Link>
      );
  }
}

function State({ schedule }: { schedule: Schedule }) {
  const text = useText(texts);
  const format = useFormat();
  const { kind, state, paused_because: reason, running_job_id: job, failures } = schedule;
  const because = kind === 'mail_report' && reason === 'no_access' ? 'no_access_mail' : reason;
  return (
    <div>
      {job !== null && <Badge kind="info">{text.running}</Badge>}{' '}
      <Badge kind={state === 'active' ? 'good' : 'warning'}>{text[state]}</Badge>
      {because && <small>{text[`because_${because}`]}</small>}
      {failures > 1 && reason !== 'failures' && <small>{text.failures(format.number(failures))}</small>}
    </div>
  );
}
