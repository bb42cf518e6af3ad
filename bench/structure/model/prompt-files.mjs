import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from './read-asked.mjs';

/**
 * A folder of prompts: `NNN.txt` is what a model gets, `answers/NNN.json` what it answers; `repairs/` has the same for the second
 * round. `index.jsonl` says where each sheet comes from, and `specs/` how rules read it; a player sees neither.
 */
export class PromptFiles {
  constructor(folder) {
    this.folder = folder;
  }

  /** Each `{id, source, isSure}`. */
  get index() {
    return readFileSync(join(this.folder, 'index.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  write(path, text) {
    const file = join(this.folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }

  read(path) {
    const file = join(this.folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** An answer by the name of its prompt, whatever its file ends with. */
  answer(id, round = '') {
    const folder = join(this.folder, round, 'answers');
    const name = existsSync(folder)
      ? readdirSync(folder).find((file) => file.startsWith(`${id}.`))
      : undefined;
    return name && readFileSync(join(folder, name), 'utf8');
  }

  /** What a model was asked about: the sheet, and its reading by rules as it was then. */
  async asked({ id, source }) {
    const read = await readSource(source);
    return { ...read, spec: JSON.parse(this.read(`specs/${id}.json`) ?? 'null') };
  }
}

/** A prompt as one text, for whoever takes the place of a model. */
export const promptText = ({ system, user }) =>
  `${system}\n\n${'='.repeat(20)}\n\n${user}\n\n${'='.repeat(20)}\nAnswer with the JSON object alone.\n`;
