import type { Message } from '@workbook-data-service/sheets/messages';

/** A fault of a spec, and its location. */
export interface SpecFault {
  path: string;
  /** What it is, as a sentence and as data. */
  message: string;
  code: string;
  params: Message['params'];
}

export function specFault(path: string, { text, code, params }: Message): SpecFault {
  return { path, message: text, code, params };
}
