const maximumLength = 500;
const maximumLines = 6;

/**
 * A message of DuckDB made fit for users: no stack trace, no path of this machine, no advice to change
 * settings that a caller cannot change, and short even if the engine quotes a whole cell.
 */
export function tidyEngineMessage(message: string): string {
  const text = message.split(/\n\s*Stack Trace:/, 1)[0] ?? '';
  const lines = text
    .replace(/\s*Use "SET [^"]*" to [^.\n]*\.?/g, '')
    .replace(/(?<![\w.:/'"])(?:\/[\w.+@-]+){2,}/g, '…')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(0, maximumLines)
    .join('\n');
  return lines.length > maximumLength ? `${lines.slice(0, maximumLength - 1)}…` : lines;
}
