import { useMutation, useQuery } from '@tanstack/react-query';
import { type ParseSpec, type TriedParseSpec, tryParseSpec } from '@workbook-data-service/client/api';
import { useEffect, useRef, useState } from 'react';
import { service } from '../../app/service.js';
import type { SourcePlace } from '../../app/source-queries.js';
import { forService, type OwnColumns, removedRegions, type SpecEdit, type SpecSheet } from './spec-edits.js';

interface State {
  sheets: SpecSheet[];
  own: OwnColumns;
  /** What came of it, or of the state before while the service has not answered yet. */
  tried: TriedParseSpec | undefined;
  /** Regions that the service was asked to describe and did not answer about yet. */
  asked: string[];
}

interface Decisions {
  accept?: string[];
  answers?: Record<string, string>;
}

export interface Draft {
  sheets: SpecSheet[];
  tried: TriedParseSpec | undefined;
  isChanged: boolean;
  isTrying: boolean;
  error: unknown;
  /** `ownColumn` is one that a person changed by this edit. */
  edit(edit: SpecEdit, ownColumn?: { region: string; place: string }): void;
  decide(decisions: Decisions): void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  discard(): void;
}

const PREVIEW_ROWS = 50;

/** A reading of the file that is being corrected: every change is tried out at once, and nothing is kept until it is saved. */
export function useDraft(place: SourcePlace, spec: ParseSpec): Draft {
  const kept: State = { sheets: spec.sheets, own: {}, tried: undefined, asked: [] };
  const [states, setStates] = useState<{ past: State[]; present: State; future: State[] }>({
    past: [],
    present: kept,
    future: [],
  });
  const latest = useRef<AbortController>(undefined);
  const { past, present, future } = states;
  const isChanged = past.length > 0;

  // A spec that others saved is adopted where nothing was changed here; otherwise the page offers a choice.
  const [version, setVersion] = useState(spec.spec_version);
  useEffect(() => {
    if (version === spec.spec_version || isChanged) return;
    setVersion(spec.spec_version);
    setStates({
      past: [],
      present: { sheets: spec.sheets, own: {}, tried: undefined, asked: [] },
      future: [],
    });
  }, [spec, version, isChanged]);

  const asKept = useQuery({
    queryKey: ['workbook', place.workbook_id, 'sources', place.source_name, 'tried', spec.spec_version],
    queryFn: ({ signal }) => tryParseSpec(service, { path: place, body: { rows: PREVIEW_ROWS }, signal }),
  });

  const trial = useMutation({
    mutationFn: ({ edit, own, ...decisions }: { edit: SpecEdit; own: OwnColumns } & Decisions) => {
      latest.current?.abort();
      latest.current = new AbortController();
      return tryParseSpec(service, {
        path: place,
        body: {
          sheets: forService(edit, own, spec.sheets),
          remove: removedRegions(spec.sheets, edit.sheets),
          describe: edit.describe,
          ...decisions,
          rows: PREVIEW_ROWS,
        },
        signal: latest.current.signal,
      });
    },
    onSuccess: (tried) =>
      setStates((now) => ({
        ...now,
        present: { ...now.present, sheets: tried.spec.sheets, tried, asked: [] },
      })),
  });

  /** Edits in quick succession, as by an arrow key that is held down, are one step. */
  const attempt = ({ sheets, describe }: SpecEdit, own: OwnColumns, decisions: Decisions = {}) => {
    const isOngoing = trial.isPending && isChanged;
    const asked = [...new Set([...(isOngoing ? present.asked : []), ...describe])];
    setStates({
      past: isOngoing ? past : [...past, present],
      present: { sheets, own, tried: present.tried, asked },
      future: [],
    });
    trial.mutate({ edit: { sheets, describe: asked }, own, ...decisions });
  };

  const goTo = (next: typeof states) => {
    latest.current?.abort();
    trial.reset();
    setStates(next);
    const { sheets, own, asked } = next.present;
    if (asked.length > 0) trial.mutate({ edit: { sheets, describe: asked }, own });
  };

  const previous = past.at(-1);
  const [next] = future;
  return {
    sheets: present.sheets,
    tried: present.tried ?? asKept.data,
    isChanged,
    isTrying: trial.isPending || asKept.isPending,
    error: isAborted(trial.error) ? asKept.error : (trial.error ?? asKept.error),
    edit: (edit, column) => {
      const mine = column && [...(present.own[column.region] ?? []), column.place];
      attempt(edit, column && mine ? { ...present.own, [column.region]: mine } : present.own);
    },
    decide: (decisions) => attempt({ sheets: present.sheets, describe: [] }, present.own, decisions),
    undo:
      previous && (() => goTo({ past: past.slice(0, -1), present: previous, future: [present, ...future] })),
    redo: next && (() => goTo({ past: [...past, present], present: next, future: future.slice(1) })),
    discard: () => goTo({ past: [], present: kept, future: [] }),
  };
}

const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
