// Scores a folder of answers (write-prompts.mjs): what rules alone, the model alone and the service's choice make of each sheet.
//   node bench/structure/model/score-answers.mjs <folder> [--wrong]
// Where the right tables are not known, it writes judge/NNN.txt for a person to judge, with verdicts.csv to fill in
// With --last, answers count that were to be looked at again and were not.
// (`right`, `usable`, `wrong`, `wrong data` for each reading), and tallies that file once it is filled in.
import { repairFor } from '#structure/model/prompt.js';
import { hearAnswer } from '#structure/model/spec-of-answer.js';
import { estimateTokens } from '#structure/model/tokens.js';
import { printTable } from '../../support/measure.mjs';
import { JudgeTexts } from './judge-texts.mjs';
import { judgeTables } from './judge-written.mjs';
import { outcomesOf } from './outcomes-of-answer.mjs';
import { PromptFiles } from './prompt-files.mjs';

const files = new PromptFiles(process.argv[2]);
const showsWrong = process.argv.includes('--wrong');
const ways = ['rules', 'model', 'choice'];
const verdicts = [];
/** @type {{prompts: number[], answers: number[], repairs: number}} */
const tokens = { prompts: [], answers: [], repairs: 0 };
const choices = new Map();
const texts = new JudgeTexts(files);

for (const entry of files.index) {
  const first = files.answer(entry.id);
  if (!entry.isSure && first === undefined) continue;
  const asked = await files.asked(entry);
  const second = files.answer(entry.id, 'repairs');
  const outcome = outcomesOf(asked, first, second);
  if (!entry.isSure) {
    tokens.prompts.push(estimateTokens(files.read(`${entry.id}.txt`) ?? ''));
    tokens.answers.push(estimateTokens(first ?? ''));
    if (second !== undefined) tokens.repairs++;
    choices.set(outcome.choiceName, (choices.get(outcome.choiceName) ?? 0) + 1);
  }
  if (!asked.written && !asked.expected) {
    // Until it was looked at again, an answer that has to be is not judged.
    if (entry.isSure || second !== undefined || !needsRepair(asked, first))
      texts.write(entry, asked, outcome);
    continue;
  }
  const judged = Object.fromEntries(
    ways.map((way) => [way, judgeTables(asked, outcome[way].spec, outcome[way].made)]),
  );
  verdicts.push(judged);
  if (showsWrong) printCase(entry, outcome, judged);
}
texts.finish();
if (verdicts.length > 0) printVerdicts(verdicts);
const known = texts.verdicts();
if (known.length > 0) printVerdicts(known);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
console.log(
  `\n${tokens.prompts.length} answers; tokens a sheet, in the median: prompt ${median(tokens.prompts)}, answer ${median(tokens.answers)}; ` +
    `${tokens.repairs} repairs. Choices: ${[...choices].map(([choice, count]) => `${choice} ${count}`).join(', ')}`,
);

function needsRepair(asked, answer) {
  return !process.argv.includes('--last') && repairFor(asked, hearAnswer(asked, answer)) !== undefined;
}

/** @param {Record<string, {verdict: string, wrongData: boolean}>[]} all */
function printVerdicts(all) {
  const rows = ways.map((way) => {
    const of = (wanted) => all.filter((one) => one[way].verdict === wanted).length;
    const wrongData = all.filter((one) => one[way].wrongData).length;
    const newly = all.filter((one) => one[way].wrongData && !one.rules.wrongData).length;
    return [way, all.length, of('right'), of('usable'), of('wrong'), wrongData, newly];
  });
  printTable(
    'Tables of the sheets',
    ['by', 'sheets', 'right', 'usable', 'wrong', 'wrong data', 'newly'],
    rows,
  );
}

function printCase({ id, source }, { choiceName, why, faults, scores, losses }, judged) {
  const told = ways.map(
    (way) => `${way} ${judged[way].verdict}${judged[way].wrongData ? ' (wrong data)' : ''}`,
  );
  console.log(`${id} ${JSON.stringify(source)}: ${told.join(', ')}; ${choiceName}: ${why.join(' ')}`);
  console.log(
    `    scores ${scores.map((score) => score?.toFixed(2)).join(' → ')}; losses ${losses.join(', ')}`,
  );
  for (const fault of faults) console.log(`    fault: ${fault}`);
  for (const way of ways.slice(0, 2))
    if (judged[way].why) console.log(`    ${way}: ${judged[way].why.slice(0, 300)}`);
}
