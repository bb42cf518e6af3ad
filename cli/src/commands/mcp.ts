import { addAbortSignal } from 'node:stream';
import { Command } from 'commander';
import { bridge } from '../mcp/bridge.js';
import { linesOf } from '../mcp/lines.js';
import { LocalFiles } from '../mcp/local-files.js';
import { remark, writeLine } from '../output/standard-output.js';
import { openSession } from '../session.js';

export const mcpCommand = () =>
  new Command('mcp')
    .description('serve agents on standard input and output, with the tools of the service')
    .option('--allow <folders...>', 'let agents upload local files from these folders')
    .option('--tools <names>', 'only these tools or groups of tools, as read,edit')
    .action(async ({ allow = [], tools }: { allow?: string[]; tools?: string }, command: Command) => {
      const { client: connection, signal } = await openSession(command);
      const files = await LocalFiles.in(connection, allow);
      if (process.stdin.isTTY) remark('This is for MCP clients. Press Ctrl-C to stop.');
      const lines = linesOf(standardInput(signal));
      await bridge({ connection, files, tools }, { lines, tell: writeLine, remark, signal });
    });

/** Until it ends, or Ctrl-C. */
async function* standardInput(signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  try {
    yield* addAbortSignal(signal, process.stdin.setEncoding('utf8'));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
