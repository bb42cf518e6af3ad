import { compareReadings } from '#structure/losses/compare-readings.js';
import { foundReading } from '#structure/model/asked-model.js';
import { chooseByChecks } from '#structure/model/choose-by-checks.js';
import { hearAnswer } from '#structure/model/spec-of-answer.js';
import { lookAtReadings } from '#structure/readings/candidate.js';
import { SheetCells } from '#structure/sheet-cells.js';
import { tablesOf } from './read-asked.mjs';

/**
 * What comes of a sheet by rules alone, by the model alone (its last answer that fits; rules where none does) and by the service's
 * choice, each `{spec, made}`, and what speaks for and against the answer.
 */
export function outcomesOf(asked, first, second) {
  const of = (spec) => ({ spec, made: tablesOf(asked, spec) });
  const rules = of(asked.spec);
  if (first === undefined) return { rules, model: rules, choice: rules, choiceName: 'rules', ...nothing };
  const heard = hearAnswers(asked, first, second);
  const chosen = chooseByChecks(asked, heard);
  return {
    rules,
    model: heard.spec ? of(heard.spec) : rules,
    choice: of(chosen.spec),
    choiceName: chosen.choice,
    why: chosen.why.map(({ text }) => text),
    faults: heard.faults.map(({ path, message }) => `${path} ${message}`),
    ...signsOf(asked, heard),
  };
}

const nothing = { why: [], faults: [], scores: [], losses: [] };

/** The second answer counts where it fits. */
function hearAnswers(asked, first, second) {
  const heard = hearAnswer(asked, first);
  const again = second === undefined ? undefined : hearAnswer(asked, second);
  return again?.spec ? again : heard;
}

function signsOf({ sheet, dialect, spec, baseName }, heard) {
  if (!heard.spec) return { scores: [], losses: [] };
  const found = foundReading(spec);
  const look = lookAtReadings(
    sheet,
    dialect,
    { cells: new SheetCells(sheet, dialect), dialect, spec: found },
    baseName,
  );
  const scores = [found, heard.spec].map(({ regions }) => look({ regions, why: [] })?.score);
  const losses = compareReadings(sheet, dialect, found, heard.spec).map(
    ({ code, params }) => `${code} ${params.count ?? ''}`,
  );
  return { scores, losses };
}
