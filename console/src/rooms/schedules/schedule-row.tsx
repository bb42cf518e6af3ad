import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runSchedule, type Schedule, updateSchedule } from '@workbook-data-service/client/api';
import { CalendarClock, Ellipsis, History, Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
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
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'times' | 'runs' | 'end'>();
  const close = () => setAsked(undefined);
  const { id, kind, subject, state, next_run_at: next } = schedule;
  const name = kind === 'refresh' ? titleOf(subject) : subject;
  const path = { workbook_id: workbookId, schedule_id: id };
  const act = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSuccess: () => queries.invalidateQueries({ queryKey: schedulesQuery(workbookId).queryKey }),
  });
  const turn = (to: Schedule['state']) =>
    act.mutate(() => updateSchedule(service, { path, body: { state: to } }));
  const end = useMutation({
    mutationFn: () => endSchedule(workbookId, subjectOf(schedule)),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: schedulesQuery(workbookId).queryKey });
    },
  });
  return (
    <tr>
      <td className={styles.wrapping}>
        <SubjectLink workbookId={workbookId} schedule={schedule} name={name} />
        <small>{text[`does_${kind}`]}</small>
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
              {kind !== 'refresh' && (
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
        {asked === 'times' && (
          <ScheduleDialog
            workbookId={workbookId}
            subject={subjectOf(schedule)}
            schedule={schedule}
            onClose={close}
          />
        )}
        {asked === 'end' && (
          <ConfirmDialog title={text.endTitle(name)} action={text.end} change={end} onClose={close}>
            <p>{text.endHint}</p>
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
  const { state, paused_because: reason, running_job_id: job, failures } = schedule;
  return (
    <div>
      {job !== null && <Badge kind="info">{text.running}</Badge>}{' '}
      <Badge kind={state === 'active' ? 'good' : 'warning'}>{text[state]}</Badge>
      {reason && <small>{text[`because_${reason}`]}</small>}
      {failures > 1 && reason !== 'failures' && <small>{text.failures(format.number(failures))}</small>}
    </div>
  );
}
