import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schedule, SetScheduleRequest } from '@workbook-data-service/client/api';
import { useId, useState } from 'react';
import { useText } from '../../text/text.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { useTableTitle } from '../use-table-title.js';
import { type Subject, schedulesQuery, setSchedule, type Times, useUnscheduled } from './schedule-queries.js';
import { scheduleTexts } from './schedule-texts.js';

const intervals = ['15m', '1h', '6h', '1d', '7d'] as const;
const kinds = ['pull_file', 'pull_url', 'refresh'] as const;

interface ScheduleDialogProps {
  workbookId: string;
  /** Chosen in the dialog where it is absent. */
  subject?: Subject | undefined;
  /** Its schedule, which gets other times. */
  schedule?: Schedule | undefined;
  onClose: () => void;
}

/** Asks what is to be kept fresh, and when. */
export function ScheduleDialog({ workbookId, subject, schedule, onClose }: ScheduleDialogProps) {
  const text = useText(scheduleTexts);
  const titleOf = useTableTitle();
  const queries = useQueryClient();
  const unscheduled = useUnscheduled(workbookId);
  const [chosenId, setChosenId] = useState<string>();
  const chosen = subject ?? unscheduled.find(({ id }) => id === chosenId) ?? unscheduled[0];
  const nameOf = ({ kind, name }: Subject) => (kind === 'refresh' ? titleOf(name) : name);
  const save = useMutation({
    mutationFn: ({ of, times }: { of: Subject; times: Times }) => setSchedule(workbookId, of, times),
    onSuccess: async (_, { of }) => {
      onClose();
      showToast({ text: text.saved(nameOf(of)) });
      await queries.invalidateQueries({ queryKey: schedulesQuery(workbookId).queryKey });
    },
  });
  return (
    <FormDialog
      title={subject ? text.setOf(nameOf(subject)) : text.set}
      action={text.save}
      onSubmit={(given) => chosen && save.mutate({ of: chosen, times: timesOf(given) })}
      change={save}
      isRefused={!chosen}
      onClose={onClose}
    >
      {!chosen && <p>{text.nothing}</p>}
      {!subject && chosen && (
        <Select
          label={text.what}
          autoFocus
          value={chosen.id}
          onChange={({ target }) => setChosenId(target.value)}
        >
          {kinds.map((kind) => {
            const those = unscheduled.filter((one) => one.kind === kind);
            return (
              those.length > 0 && (
                <optgroup key={kind} label={text[kind]}>
                  {those.map((one) => (
                    <option key={one.id} value={one.id}>
                      {nameOf(one)}
                    </option>
                  ))}
                </optgroup>
              )
            );
          })}
        </Select>
      )}
      {chosen?.kind === 'refresh' && <p>{text.tableHint}</p>}
      {chosen && chosen.kind !== 'refresh' && <TimesFields of={chosen} schedule={schedule} />}
    </FormDialog>
  );
}

function TimesFields({ of, schedule }: { of: Subject; schedule: Schedule | undefined }) {
  const text = useText(scheduleTexts);
  const zones = useId();
  const needsAddress = of.needsAddress && !schedule;
  const [rhythm, setRhythm] = useState<string>(schedule?.every ?? (schedule?.cron ? 'cron' : '1h'));
  return (
    <>
      <Select
        label={text.howOften}
        name="every"
        value={rhythm}
        onChange={({ target }) => setRhythm(target.value)}
      >
        {intervals.map((one) => (
          <option key={one} value={one}>
            {text[`every_${one}`]}
          </option>
        ))}
        <option value="cron">{text.atTimes}</option>
      </Select>
      {rhythm === 'cron' && (
        <>
          <TextField
            label={text.cron}
            hint={text.cronHint}
            name="cron"
            required
            maxLength={100}
            spellCheck={false}
            defaultValue={schedule?.cron ?? '0 8 * * 1-5'}
          />
          <TextField
            label={text.timeZone}
            name="time_zone"
            required
            maxLength={64}
            list={zones}
            spellCheck={false}
            defaultValue={schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
          />
          <datalist id={zones}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
      {of.kind === 'pull_url' && (
        <TextField
          label={needsAddress ? text.address : text.otherAddress}
          required={needsAddress}
          name="url"
          type="url"
          maxLength={2000}
          placeholder={schedule?.url ?? ''}
        />
      )}
    </>
  );
}

/** What was filled in, as the service takes it. */
function timesOf(given: FormData): Times {
  const filled = (name: string) => String(given.get(name) ?? '').trim();
  const every = filled('every');
  const url = filled('url');
  return {
    ...(every === 'cron'
      ? { cron: filled('cron'), time_zone: filled('time_zone') }
      : { every: every as NonNullable<SetScheduleRequest['every']> }),
    ...(url !== '' && { url }),
  };
}
