import { toolCall } from './agent.js';
import type { Answer } from './api.js';
import type { Shown } from './canaries.js';
import { ownCode, type Subject, type World } from './governed-world.js';

export interface Probe {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** If it shows something other than the endpoint does without rules. */
  shows?: Shown;
  /** Whether it writes to a sensitive column, and so is 403 for those who do not see it. */
  isWrite?: true;
  /** What the reader wrote before, and the response may repeat. */
  own?: string;
  /** Whether it is about something of the owner's token, or beyond what a member may do. */
  byOwner?: true;
  /** The path that its answer leads to, which is then what is looked at; none if it was refused. */
  leadsTo?: (answer: Answer<unknown>) => string | undefined;
  /** Whether it is about the workspace, which a token for the workbook does not reach. */
  ofWorkspace?: true;
}

export interface Door {
  /** What it shows without a rule. */
  shows: Shown;
  /** Whether it is called for each kind of table, or once for the workbook. */
  of: 'table' | 'workbook';
  /** Refused with 403 as soon as the workbook is governed, for everyone. */
  isShut?: true;
  probes(world: World, subject: Subject): Probe[];
}

export const get = (path: string): Probe => ({ method: 'GET', path });
export const remove = (path: string): Probe => ({ method: 'DELETE', path });
export const post = (path: string, body: unknown = {}): Probe => ({ method: 'POST', path, body });
export const put = (path: string, body: unknown): Probe => ({ method: 'PUT', path, body });
export const patch = (path: string, body: unknown): Probe => ({ method: 'PATCH', path, body });

export const workbookIdOf = ({ workbook }: World): string => workbook.split('/').at(-1) as string;

/** A call of an agent's tool. */
export const call = (name: string, input: Record<string, unknown>): Probe => ({
  method: 'POST',
  ...toolCall(name, input),
});

export const names = (probe: Probe): Probe => ({ ...probe, shows: 'names' });
export const nothing = (probe: Probe): Probe => ({ ...probe, shows: 'nothing' });
export const writing = (probe: Probe): Probe => ({ ...probe, isWrite: true });
export const byOwner = (probe: Probe): Probe => ({ ...probe, byOwner: true });
export const ofWorkspace = (probe: Probe): Probe => ({ ...probe, ofWorkspace: true });
/** Code is shown to its author, whatever the author may see now. */
export const own = (probe: Probe): Probe => ({ ...probe, own: ownCode });

export const ofTable = (shows: Shown, probes: (subject: Subject, world: World) => Probe[]): Door => ({
  shows,
  of: 'table',
  probes: (world, subject) => probes(subject, world),
});
export const ofWorkbook = (shows: Shown, probes: (at: string, world: World) => Probe[]): Door => ({
  shows,
  of: 'workbook',
  probes: (world) => probes(world.workbook, world),
});
export const shut = (door: Door): Door => ({ ...door, isShut: true });

export const expected_version = null;
export const sent = encodeURIComponent;
export const filter = (column: string, op: string, value?: unknown) =>
  sent(JSON.stringify({ column, op, value }));
export const upload = ({ file }: World): FormData => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file.content)]), file.name);
  return form;
};
export const returned = ({ returned: { branch, content } }: World): FormData => {
  const form = new FormData();
  form.set('branch_id', branch);
  form.set('file', new Blob([content]), 'staff.csv');
  return form;
};
