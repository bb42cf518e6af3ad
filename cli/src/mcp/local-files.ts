import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Client } from '@workbook-data-service/client';
import { CommandError } from '../exit-code.js';
import { fileOnDisk } from '../file-on-disk.js';
import { INVALID_PARAMS, type Message, type RpcError } from './json-rpc.js';

/** A call that names a file which is not to be sent. */
export class NotAllowedError extends Error implements RpcError {
  override readonly name = 'NotAllowedError';
  readonly code = INVALID_PARAMS;
}

const takesFile = (name: unknown): boolean =>
  name === 'upload' || name === 'merge_file' || name === 'revise_source';

interface Tool {
  name: string;
  description?: string;
  inputSchema: { properties?: Record<string, unknown> };
}

/**
 * Lets the tools that take a file take those of this computer by their `path`, from folders that the user has named: an agent
 * cannot pass on a file whose bytes it would have to write itself.
 */
export class LocalFiles {
  readonly #client: Client;
  readonly #folders: readonly string[];

  private constructor(client: Client, folders: readonly string[]) {
    this.#client = client;
    this.#folders = folders;
  }

  static async in(client: Client, folders: readonly string[]): Promise<LocalFiles> {
    return new LocalFiles(client, await Promise.all(folders.map(folderAt)));
  }

  /** The call of a tool as the service takes it: a file that it names is put into an upload slot. */
  async sent(call: Message, signal: AbortSignal): Promise<Message> {
    const { name, arguments: input } = (call.params ?? {}) as { name?: unknown; arguments?: Input };
    if (this.#folders.length === 0 || call.method !== 'tools/call' || !takesFile(name)) return call;
    const { path, workbook_id, structuring = 'auto', ...others } = input ?? {};
    if (typeof path !== 'string' || typeof workbook_id !== 'string') return call;
    const file = await this.#fileAt(path);
    const { id } = await this.#client.workbook(workbook_id).uploadToSlot(await fileOnDisk(file), {
      filename: basename(file),
      ...(structuring === 'staged' ? { mode: 'staged' } : { structuring }),
      signal,
    });
    return { ...call, params: { ...call.params, arguments: { ...others, workbook_id, upload_id: id } } };
  }

  /** The answer to `tools/list`, with what these tools can do here. */
  shown(list: Message): Message {
    const { tools } = (list.result ?? {}) as { tools?: Tool[] };
    if (this.#folders.length === 0 || !tools) return list;
    const described = tools.map((tool) => (takesFile(tool.name) ? this.#described(tool) : tool));
    return { ...list, result: { ...list.result, tools: described } };
  }

  #described({ inputSchema, description, ...tool }: Tool): Tool {
    const path = {
      type: 'string',
      description: `A file of the user's computer below ${this.#folders.join(' or ')}, in place of \`url\``,
    };
    const properties = { ...inputSchema.properties, path };
    return {
      ...tool,
      description: `${description} For a local file send its \`path\`.`,
      inputSchema: { ...inputSchema, properties },
    };
  }

  /** Links are followed first, so that none leads out of the folder. */
  async #fileAt(path: string): Promise<string> {
    for (const folder of this.#folders) {
      const file = await realpath(resolve(folder, path)).catch(() => undefined);
      if (file !== undefined && isInside(file, folder) && (await stat(file)).isFile()) return file;
    }
    throw new NotAllowedError(
      `There is no file ${JSON.stringify(path)} below ${this.#folders.join(' or ')}, or its name begins with a dot. ` +
        'Ask the user to put it there, or to start wds mcp with --allow and its folder.',
    );
  }
}

type Input = { path?: unknown; workbook_id?: unknown; structuring?: 'auto' | 'skip' | 'staged' };

async function folderAt(path: string): Promise<string> {
  const folder = await realpath(path).catch(() => undefined);
  if (folder === undefined || !(await stat(folder)).isDirectory())
    throw new CommandError(`--allow ${path}: there is no such folder.`, 'notFound');
  return folder;
}

/** Hidden files are settings and secrets, also where a home folder is allowed. */
function isInside(file: string, folder: string): boolean {
  const below = relative(folder, file);
  return !isAbsolute(below) && !below.split(sep).some((part) => part.startsWith('.'));
}
