import { Command } from 'commander';
import { CommandError } from '../exit-code.js';
import { jsonArgument } from '../json-argument.js';
import { type OutputOptions, outputOptions, requireFree, withOutput } from '../output/output-file.js';
import { openSession } from '../session.js';
import { textArgument } from '../text-argument.js';

interface ApiOptions extends OutputOptions {
  data?: string;
}

export const apiCommand = () => {
  const command = new Command('api')
    .description('call any endpoint, such as wds api GET /me')
    .argument('<method>')
    .argument('<path>', 'below /api/v1, or from /api/ on')
    .option('-d, --data <json>', 'the body: JSON, @FILE, or - for standard input');
  for (const option of outputOptions('write the answer to a file')) command.addOption(option);
  return command.action(async (method: string, path: string, options: ApiOptions) => {
    await requireFree(options);
    const { data } = options;
    const body = data === undefined ? undefined : jsonArgument(await textArgument(data), '--data');
    const session = await openSession(command);
    const response = await session.client.send({
      method: method.toUpperCase(),
      path: apiPath(path),
      ...(body !== undefined && { json: body }),
      signal: session.signal,
    });
    await withOutput(options, async (write) => {
      if (response.headers.get('content-type')?.startsWith('application/json'))
        return await write(`${indented(await response.text(), session.json)}\n`);
      for await (const chunk of response.body ?? []) await write(chunk);
    });
  });
};

/** On one line for programs, so that answers are lines like those of other commands. */
function indented(text: string, json: boolean): string {
  return json ? text : JSON.stringify(JSON.parse(text), null, 2);
}

function apiPath(path: string): string {
  if (/^[a-z]+:/i.test(path)) throw new CommandError('Give only the path; the service is known.');
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return /^\/(api|mcp|docs|healthz)\b/.test(absolute) ? absolute : `/api/v1${absolute}`;
}
