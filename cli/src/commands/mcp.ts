import { addAbortSignal } from 'node:stream';
import { Command } from 'commander';
import { bridge } from '../mcp/bridge.js';
import { linesOf } from '../mcp/lines.js';
import { remark, writeLine } from '../output/standard-output.js';
import { openSession } from '../session.js';

export const mcpCommand = () =>
  new Command('mcp')
    .description('serve agents on standard input and output, with the tools of the service')
    .action(async (_: unknown, command: Command) => {
      const { client, signal } = await openSession(command);
      if (process.stdin.isTTY) remark('An MCP client talks to this. Ctrl-C ends it.');
      await bridge(client, { lines: linesOf(standardInput(signal)), tell: writeLine, remark, signal });
    });

/** Until it ends, or Ctrl-C. */
async function* standardInput(signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  try {
    yield* addAbortSignal(signal, process.stdin.setEncoding('utf8'));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
