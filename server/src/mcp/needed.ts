import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';

/** A field that one action of a tool needs and others do not take. */
export function needed<Value>(
  value: Value | undefined,
  { field, action }: { field: string; action: string },
): Value {
  if (value !== undefined) return value;
  throw problem('invalid-request', say('agent-field-needed', { field, action }), {
    fix: say('fix-agent-field-needed', { field }),
  });
}
