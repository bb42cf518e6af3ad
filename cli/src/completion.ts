import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

interface Word {
  text: string;
  description: string;
}

/** What can follow a command: `''` for the words after `wds`, `versions create` for those after that. */
type Words = Map<string, Word[]>;

/** Made from the commands themselves, so that it knows all of them. What is no command or option is a file. */
export function completionScript(program: Command, shell: (typeof shells)[number]): string {
  const words: Words = new Map();
  collect(program, '', words);
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](words);
}

function collect(command: Command, path: string, words: Words): void {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const commands = help.visibleCommands(command);
  words.set(path, [
    ...commands.map((one) => ({ text: one.name(), description: one.description() })),
    ...options.flatMap(({ long, description }) => (long ? [{ text: long, description }] : [])),
  ]);
  for (const one of commands)
    if (one.name() !== 'help') collect(one, path ? `${path} ${one.name()}` : one.name(), words);
}

const cases = (words: Words, line: (path: string, found: Word[]) => string): string =>
  [...words].map(([path, found]) => line(path, found)).join('\n');

/** The words before the cursor that are commands, joined by spaces, are the key of `words`. */
function bashScript(words: Words): string {
  return `_wds() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${commandPaths(words).join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases(words, (path, found) => `    '${path}') COMPREPLY=($(compgen -W '${found.map(({ text }) => text).join(' ')}' -- "$current")) ;;`)}
  esac
}
complete -o default -F _wds wds
`;
}

function zshScript(words: Words): string {
  return `#compdef wds
_wds() {
  local command_path='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${command_path:+$command_path }$word" in
      ${commandPaths(words).join('|')}) command_path="\${command_path:+$command_path }$word" ;;
    esac
  done
  case "$command_path" in
${cases(words, (path, found) => `    '${path}') found=(${found.map(({ text, description }) => quoted(`${text}:${description}`)).join(' ')}) ;;`)}
  esac
  _describe 'wds' found
  _files
}
if [ "$funcstack[1]" = _wds ]; then _wds "$@"; else compdef _wds wds; fi
`;
}

function fishScript(words: Words): string {
  return `function __wds_path
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim "$path $word")
    contains -- "$longer" ${commandPaths(words).join(' ')}; and set path $longer
  end
  echo $path
end
${cases(words, fishLines)}
`;
}

function fishLines(path: string, found: Word[]): string {
  return found
    .map(({ text, description }) => {
      const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-a ${text}`;
      return `complete -c wds -n 'test (__wds_path) = "${path}"' ${word} -d ${quoted(description)}`;
    })
    .join('\n');
}

function commandPaths(words: Words): string[] {
  return [...words.keys()].filter((path) => path !== '').map(quoted);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
