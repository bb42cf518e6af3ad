import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '@workbook-data-service/client';
import { useEffect } from 'react';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { useRights } from '../use-rights.js';
import { type Direction, nextStep, type Step, takeStep } from './next-step.js';
import { tellDone, tellImpossible, tellNone } from './tell-step.js';

const texts = messages(
  { anyway: 'Undo anyway', close: 'Close' },
  { anyway: 'それでも元に戻す', close: '閉じる' },
);

/** Ctrl+Z and its opposite on pages of a workbook that have no undo of their own, with what stood in the way. */
export function WorkbookUndo({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const { error, variables, mutate, reset, isPending } = useMutation({
    mutationFn: async ({ step: known, direction, force }: Wanted): Promise<void> => {
      const step = known ?? (await nextStep(workbookId, direction));
      if (!step) return tellNone(direction);
      if (!step.op.undoable) return tellImpossible(step);
      await takeStep(workbookId, step.op.op_id, force).catch((refused: unknown) => {
        throw new Refused(step, refused);
      });
      tellDone(step);
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });

  useEffect(() => {
    if (!mayWrite) return;
    function onKeyDown(event: KeyboardEvent): void {
      const direction = directionOf(event);
      if (!direction || event.defaultPrevented || isTypedInto(event.target)) return;
      event.preventDefault();
      if (!isPending) mutate({ direction, force: false });
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [mayWrite, isPending, mutate]);

  const refused = error instanceof Refused ? error : undefined;
  const canForce = refused?.cause instanceof ProblemError && 'conflicts' in refused.cause.members;
  return (
    <ProblemNotice error={refused ? refused.cause : error}>
      {canForce && (
        <Button
          look="danger"
          onClick={() =>
            mutate({ direction: variables?.direction ?? 'back', force: true, step: refused.step })
          }
        >
          {text.anyway}
        </Button>
      )}
      <Button onClick={reset}>{text.close}</Button>
    </ProblemNotice>
  );
}

interface Wanted {
  direction: Direction;
  force: boolean;
  /** The one that was refused. */
  step?: Step;
}

class Refused extends Error {
  constructor(
    readonly step: Step,
    override readonly cause: unknown,
  ) {
    super('refused', { cause });
  }
}

function directionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Direction | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'forward' : 'back';
  return key.toLowerCase() === 'y' ? 'forward' : undefined;
}

/** Fields undo what was typed into them, and a dialog is about something else. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null;
