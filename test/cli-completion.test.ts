import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wdsPath } from './support/agent.js';
import { CalledService } from './support/service.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wds-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) await writeFile(script(shell), scriptFor(shell));
  // What the shell runs once it has completed a line.
  await writeFile(join(folder, 'wds'), '#!/bin/sh\necho "[$*]"\n');
  await chmod(join(folder, 'wds'), 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const script = (shell: string) => join(folder, `completion.${shell}`);
const scriptFor = (shell: string) => output(process.execPath, [wdsPath, 'completion', shell]);
const output = (command: string, args: string[]) => {
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder };
  return spawnSync(command, args, { encoding: 'utf8', cwd: folder, env }).stdout;
};

/** The words that a shell offers for the last one of a line; for zsh, the line as it completes it. */
const completed = {
  bash: (line: string) => {
    const complete = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wds; echo "\${COMPREPLY[*]}"`;
    return output('bash', ['-c', complete, script('bash'), ...line.split(' ')]).trim();
  },
  fish: (line: string) => {
    const complete = `source ${script('fish')}; complete -C '${line}'`;
    const lines = output('fish', ['--no-config', '-c', complete]).trim().split('\n');
    return lines.map((found) => found.split('\t')[0]).join(' ');
  },
  zsh: (line: string) => {
    const typed = output('zsh', ['-f', '-c', zshTyping, script('zsh'), line]);
    return /\[(.*)\]/.exec(typed)?.[1]?.split(' ').at(-1);
  },
};

/** Types a line and the key Tab into a zsh on a terminal, which alone completes. */
const zshTyping = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -D; source $0; PROMPT=; echo rea''dy"
while zpty -r shell line; do [[ $line == ready* ]] && break; done
zpty -w shell "$1"$'\\t'
zpty -w shell "echo do''ne"
while zpty -r shell line; do print -r -- $line; [[ $line == done* ]] && break; done
zpty -d shell`;

describe('names of the service', () => {
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const service = await CalledService.shared();
    const api = await service.writer();
    const { body } = await api.post<{ id: string }>('/api/v1/workbooks', { title: 'Big plan' });
    const stock = { name: 'stock.csv', content: 'item,qty,day\nfig,1,2026-01-01\n' };
    await api.upload(`/api/v1/workbooks/${body.id}/sources`, stock);
    await api.post(`/api/v1/workbooks/${body.id}/versions`, { label: 'May' });
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'wds'), `#!/bin/sh\nexec '${process.execPath}' '${wdsPath}' "$@"\n`);
    await chmod(join(bin, 'wds'), 0o755);
    env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, WDS_URL: service.url, WDS_TOKEN: api.token };
  });

  test.each([
    [['rows', 'Bi'], ['Big plan']],
    [['rows', 'Big\\ plan', ''], ['stock']],
    [['rows', '"Big plan"', 'stock', '--columns', 'item,q'], ['item,qty']],
    [
      ['rows', 'Big plan', 'stock', '--order-by', '-'],
      ['-item', '-qty', '-day'],
    ],
    [['rows', 'edit', 'Big plan', 'stock', '--key', 'item=fig', 'q'], ['qty=']],
    [['diff', 'Big plan', ''], ['May']],
    [['export', 'Big plan', 'stock', 's'], ['stock']],
    [['tables', 'Nobody', 'x'], []],
  ])('%j may go on as %j', (words, names) => {
    const { stdout } = spawnSync('wds', ['completion', 'names', '--', ...words], { encoding: 'utf8', env });
    expect(stdout.split('\n').filter(Boolean)).toEqual(names);
  });

  test('bash offers them as they are typed', () => {
    const words = ['wds', 'rows', 'Big\\ p'];
    const complete = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wds; echo "\${COMPREPLY[*]}"`;
    const args = ['-c', complete, script('bash'), ...words];
    expect(spawnSync('bash', args, { encoding: 'utf8', env }).stdout).toBe('Big\\ plan\n');
  });
});

describe.each(Object.keys(completed) as (keyof typeof completed)[])('%s', (shell) => {
  const isInstalled = spawnSync(shell, ['-c', 'exit']).status === 0;
  if (!isInstalled) console.warn(`${shell} is not installed: its completion was not tried.`);

  test.runIf(isInstalled).each([
    ['wds que', 'query'],
    ['wds workbooks cr', 'create'],
    ['wds --json rows Sales --ord', '--order-by'],
    ['wds rows Sales sales --format a', 'arrow'],
    ['wds rows --format json Sales sales --lim', '--limit'],
    ['wds completion z', 'zsh'],
  ])('completes %j with %s', (line, word) => {
    expect(completed[shell](line)).toBe(word);
  });

  test('knows every command', () => {
    const commands = output(process.execPath, [wdsPath, '--help']).match(/(?<=^ {2})[a-z]+(?= )/gm) ?? [];
    expect(commands).toContain('mcp');
    const known = scriptFor(shell);
    for (const command of commands) expect(known).toMatch(new RegExp(`\\b${command}\\b`));
  });
});
