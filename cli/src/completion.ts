import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;

interface Word {
  text: string;
  description: string;
  /** Of an option: the values that it takes, where they are known. */
  values?: readonly string[] | undefined;
}

/** What can follow a command: `''` for the words after `wds`, `versions create` for those after that. */
type Words = Map<string, Word[]>;

/**
 * Made from the commands themselves, so that it knows all of them. After a command, what is none of its words is a
 * file.
 */
export function completionScript(program: Command, shell: (typeof shells)[number]): string {
  const words: Words = new Map();
  collect(program, '', words);
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  return script(words, pathsOfWorkbooks(program, ''));
}

/** Commands that name a workbook, and what is in it: those names are asked of the service. */
function pathsOfWorkbooks(command: Command, path: string): string[] {
  const below = command.commands.flatMap((one) => pathsOfWorkbooks(one, `${path} ${one.name()}`.trim()));
  return command.registeredArguments[0]?.name() === 'workbook' ? [path, ...below] : below;
}

function collect(command: Command, path: string, words: Words): void {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const commands = help.visibleCommands(command);
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  words.set(path, [
    ...commands.map((one) => ({ text: one.name(), description: one.description() })),
    ...choices.map((text) => ({ text, description: '' })),
    ...options.flatMap(({ long, description, argChoices: values }) =>
      long ? [{ text: long, description, values }] : [],
    ),
  ]);
  for (const one of commands)
    if (one.name() !== 'help') collect(one, path ? `${path} ${one.name()}` : one.name(), words);
}

/** A line for each command, and for each of its options whose values are known. */
function cases(words: Words, line: (path: string, found: Word[]) => string): string {
  return [...words, ...valuesOf(words)].map(([path, found]) => line(path, found)).join('\n');
}

/** What can follow an option: under `rows --format`. */
function valuesOf(words: Words): [string, Word[]][] {
  return [...words].flatMap(([path, found]) =>
    found.flatMap(({ text, values }): [string, Word[]][] =>
      values ? [[`${path} ${text}`, values.map((value) => ({ text: value, description: '' }))]] : [],
    ),
  );
}

/**
 * The words before the cursor that are commands, joined by spaces, are the key of `words`; an option directly before
 * the cursor that takes known values is added.
 */
function bashScript(words: Words, naming: string[]): string {
  return `_wds() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${commandPaths(words)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path $word" in
    ${optionPaths(words)}) path="$path $word" ;;
  esac
  case "$path" in
${cases(words, (path, found) => `    '${path}') COMPREPLY=($(compgen -W '${found.map(({ text }) => text).join(' ')}' -- "$current")) ;;`)}
  esac
  case "$current" in -*) return ;; esac
  case "$path" in
    ${patterns(naming)}) ;;
    *) return ;;
  esac
  local name typed=\${current//\\\\/}
  while IFS= read -r name; do
    case "$name" in "\${typed#[\\"\\']}"*) COMPREPLY+=("$(printf %q "$name")") ;; esac
  done < <(wds completion names -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _wds wds
`;
}

function zshScript(words: Words, naming: string[]): string {
  return `#compdef wds
_wds() {
  local command_path='' word=''
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${command_path:+$command_path }$word" in
      ${commandPaths(words)}) command_path="\${command_path:+$command_path }$word" ;;
    esac
  done
  case "$command_path $word" in
    ${optionPaths(words)}) command_path="$command_path $word" ;;
  esac
  case "$command_path" in
${cases(words, (path, found) => `    '${path}') found=(${found.map(zshWord).join(' ')}) ;;`)}
  esac
  _describe 'wds' found
  [[ $words[CURRENT] == -* ]] || case "$command_path" in
    ${patterns(naming)})
      local -a names
      names=(\${(f)"$(wds completion names -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
      compadd -a names ;;
  esac
  if [[ -n $command_path ]]; then _files; fi
}
if [ "$funcstack[1]" = _wds ]; then _wds "$@"; else compdef _wds wds; fi
`;
}

const zshWord = ({ text, description }: Word): string =>
  quoted(description ? `${text}:${description}` : text);

function fishScript(words: Words, naming: string[]): string {
  return `function __wds_path
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim "$path $word")
    contains -- "$longer" ${[...words.keys()].filter(Boolean).map(quoted).join(' ')}; and set path $longer
  end
  echo $path
end
complete -c wds -n 'test (__wds_path) = ""' -f
complete -c wds -n 'contains -- (__wds_path) ${naming.map((path) => `"${path}"`).join(' ')}' \\
  -a '(wds completion names -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
${[...words].map(([path, found]) => fishLines(path, found)).join('\n')}
`;
}

function fishLines(path: string, found: Word[]): string {
  return found
    .map(({ text, description, values }) => {
      const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-a ${text}`;
      const known = values ? ` -x -a ${quoted(values.join(' '))}` : '';
      return `complete -c wds -n 'test (__wds_path) = "${path}"' ${word}${known} -d ${quoted(description)}`;
    })
    .join('\n');
}

const commandPaths = (words: Words): string => patterns([...words.keys()].filter(Boolean));
const optionPaths = (words: Words): string => patterns(valuesOf(words).map(([path]) => path));
const patterns = (paths: string[]): string => paths.map(quoted).join('|');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
