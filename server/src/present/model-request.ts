import type { ModelRequest } from '../features/model-reading/model-request.js';
import { codeFieldsOf } from './messages.js';

export function modelRequestBody({ source, model, whyNot, sheets }: ModelRequest) {
  return {
    source,
    model,
    sent: sheets.some(({ sent }) => sent),
    why_not: whyNot?.text ?? null,
    ...(whyNot && codeFieldsOf('why_not', whyNot)),
    instructions: sheets[0]?.system ?? '',
    sheets: sheets.map(({ sheet, sent, user, tokens }) => ({ sheet, sent, text: user, tokens })),
  };
}
