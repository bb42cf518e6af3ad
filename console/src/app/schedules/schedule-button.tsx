import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ScheduleDialog } from './schedule-dialog.js';
import { type Subject, schedulesQuery } from './schedule-queries.js';
import { scheduleTexts, useRhythm } from './schedule-texts.js';

/** Says when a file is pulled by itself, and leads to other times. */
export function ScheduleButton({ workbookId, subject }: { workbookId: string; subject: Subject }) {
  const text = useText(scheduleTexts);
  const rhythmOf = useRhythm();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(schedulesQuery(workbookId));
  const schedule = data?.schedules.find(({ subject_id: id }) => id === subject.id);
  return (
    <>
      <Button
        icon={<CalendarClock aria-hidden />}
        title={text.setOf(subject.name)}
        onClick={() => setIsOpen(true)}
      >
        {schedule ? rhythmOf(schedule) : text.set}
      </Button>
      {isOpen && (
        <ScheduleDialog
          workbookId={workbookId}
          subject={subject}
          schedule={schedule}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
