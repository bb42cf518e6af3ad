import { plainText } from './plain-text.js';
import { cut, widthOf } from './text-table.js';

const BAR = 24;

/** A line on a terminal that shows how far something is; nothing where nobody watches. */
export class Progress {
  readonly #name: string;
  readonly #stream: NodeJS.WriteStream;
  #shown = '';
  #hasEnded = false;

  constructor(name: string, stream: NodeJS.WriteStream = process.stderr) {
    this.#name = plainText(name);
    this.#stream = stream;
  }

  /** `percent` is undefined where nobody knows how much there is. */
  tell(stage: string, percent?: number | undefined): void {
    if (!this.#stream.isTTY || this.#hasEnded) return;
    const state = `  ${bar(percent)}  ${plainText(stage)}`;
    // A line that wraps could not be replaced.
    const room = this.#stream.columns - 1 - widthOf(state);
    const line = cut(this.#name, room) + state;
    if (line === this.#shown || room < 1) return;
    this.#shown = line;
    this.#stream.write(`\r\x1b[K${line}`);
  }

  /** Makes room for the result. What is told afterwards, by a call that is being cancelled, is not shown. */
  end(): void {
    if (this.#shown) this.#stream.write('\r\x1b[K');
    this.#shown = '';
    this.#hasEnded = true;
  }
}

function bar(percent: number | undefined): string {
  if (percent === undefined) return '';
  const full = Math.round((Math.min(percent, 100) / 100) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${String(Math.floor(percent)).padStart(3)}%`;
}

export function bytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const unit = count < 1_000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), units.length - 1);
  return `${(count / 1_000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`;
}
