// Writes the second round: what a model is told about answers that do not fit or lose something.
//   node bench/structure/model/write-repairs.mjs <folder>
import { promptFor, repairFor } from '#structure/model/prompt.js';
import { hearAnswer } from '#structure/model/spec-of-answer.js';
import { PromptFiles, promptText } from './prompt-files.mjs';

const files = new PromptFiles(process.argv[2]);
let [answers, repairs] = [0, 0];
for (const entry of files.index) {
  const answer = files.answer(entry.id);
  if (answer === undefined) continue;
  answers++;
  const asked = await files.asked(entry);
  const repair = repairFor(asked, hearAnswer(asked, answer));
  if (repair === undefined) continue;
  repairs++;
  const said = `${promptText(promptFor(asked))}\nYOUR ANSWER\n${answer.slice(0, 60_000)}\n\nTHE CHECK\n${repair}\n`;
  files.write(`repairs/${entry.id}.txt`, said);
}
console.log(`${answers} answers, of which ${repairs} are to be looked at again`);
