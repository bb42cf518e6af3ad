// Writes what a model would be asked about sheets, for `score-answers.mjs`. Whoever answers sees the files NNN.txt alone.
//   node bench/structure/model/write-prompts.mjs written <folder> [count] [seed]
//   node bench/structure/model/write-prompts.mjs <folder of files> <folder> [count] [seed]
//   node bench/structure/model/write-prompts.mjs again <folder>      the same sheets and readings, asked about as now
import { promptFor } from '#structure/model/prompt.js';
import { estimateTokens } from '#structure/model/tokens.js';
import { drawFiles } from './draw-files.mjs';
import { drawWritten } from './draw-written.mjs';
import { PromptFiles, promptText } from './prompt-files.mjs';
import { readByRules, readSource } from './read-asked.mjs';

const [from, folder, count = '75', seed = '1'] = process.argv.slice(2);
const files = new PromptFiles(folder);
const drawn =
  from === 'again'
    ? files.index.map(({ isSure, source }) => ({ isSure, ...source }))
    : from === 'written'
      ? drawWritten(Number(count), Number(seed))
      : drawFiles(from, Number(count), Number(seed));

const lines = [];
const tokens = [];
for await (const { isSure = false, ...source } of drawn) {
  const id = String(lines.length + 1).padStart(3, '0');
  const read = await readSource(source);
  const known = from === 'again' && files.read(`specs/${id}.json`);
  const spec = known ? JSON.parse(known) : readByRules(read);
  files.write(`specs/${id}.json`, JSON.stringify(spec));
  lines.push(JSON.stringify({ id, isSure, source }));
  if (isSure) continue;
  const prompt = promptFor({ ...read, spec });
  files.write(`${id}.txt`, promptText(prompt));
  tokens.push(estimateTokens(prompt.user));
}
files.write('index.jsonl', `${lines.join('\n')}\n`);
tokens.sort((a, b) => a - b);
const share = (part) => tokens[Math.min(tokens.length - 1, Math.floor(part * tokens.length))];
console.log(
  `${lines.length} sheets, ${tokens.length} prompts; tokens of the pictures: median ${share(0.5)}, nine in ten ${share(0.9)}, ` +
    `at most ${tokens.at(-1)}`,
);
