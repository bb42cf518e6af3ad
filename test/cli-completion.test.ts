import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wdsPath } from './support/agent.js';

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
