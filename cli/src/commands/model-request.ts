import { getModelRequest, type ModelRequest } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { printAnswer } from '../output/lists.js';
import { openSession } from '../session.js';
import { inWords } from '../words/words.js';

export const modelRequestCommand = () =>
  new Command('model-request')
    .description('print what a language model is asked about a file when it is read; nothing is sent')
    .argument('<workbook>', 'its id or title')
    .argument('<file>', 'its name in the workbook')
    .action(async (workbook: string, source_name: string, _: unknown, command: Command) => {
      const session = await openSession(command);
      const { id: workbook_id } = await session.workbook(workbook);
      const request = await getModelRequest(session.client, {
        path: { workbook_id, source_name },
        signal: session.signal,
      });
      await printAnswer(session, request, asText(request));
    });

function asText(request: ModelRequest): string {
  const { source, model, sent, why_not: text, instructions, sheets } = request;
  const { why_not_code: code, why_not_params: params } = request;
  const none = text
    ? inWords({ text, code, params })
    : 'Rules are sure enough of every sheet, so nothing is sent.';
  return [
    sent ? `Of ${source}, this is sent to ${model}:` : none,
    ...(sent ? [] : ['With a model, this could be sent:']),
    `== before each sheet ==\n${instructions}`,
    ...sheets.map(
      ({ sheet, sent, text, tokens }) =>
        `== sheet "${sheet}", ${sent ? 'sent' : 'not sent'}, about ${tokens} tokens ==\n${text}`,
    ),
  ].join('\n\n');
}
