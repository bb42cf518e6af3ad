import { CommandError } from './exit-code.js';

export function jsonArgument<T = unknown>(text: string, what: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new CommandError(`${what} is not valid JSON.`);
  }
}
