import type { SpreadsheetFile } from '@workbook-data-service/sheets';
import {
  type AskedModel,
  chooseByChecks,
  estimateTokens,
  type HeardAnswer,
  hearAnswer,
  promptFor,
  readAnswer,
  readRules,
  repairFor,
  ruledSheet,
} from '@workbook-data-service/structure';
import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { type KnownFile, readLastFile } from './last-file.js';
import { baseNameOf, SpecProposer, sheetNamed } from './spec-of-file.js';

/** What a language model is asked about a sheet. */
export interface SheetQuestion {
  sheet: string;
  baseName: string;
  /** Lines of the workspace's rules for the model alone. */
  wishes: readonly string[];
  system: string;
  user: string;
  /** A JSON schema of the answer. */
  schema: object;
  version: string;
  /** An estimate. */
  tokens: number;
}

export interface QuestionsRequest extends KnownFile {
  /** Of the sheets that it is asked about, as rules read them. */
  specs: readonly SheetSpec[];
  /** The lines of the workspace's rules. */
  rules: readonly string[];
}

/** What a model is asked about sheets of a file. */
export async function questionsAbout({ specs, rules, ...known }: QuestionsRequest): Promise<SheetQuestion[]> {
  const file = await readLastFile(known);
  const wishes = readRules(rules.join('\n')).flatMap(({ line, rule }) => (rule ? [] : [line]));
  const proposer = new SpecProposer(known.filename, file.dialect, { readings: null, rules: [...rules] });
  const filled = proposer.wanted(file.sheets).filter(({ rowCount }) => rowCount > 0).length;
  return specs.map((spec) => {
    const about = { baseName: baseNameOf(known.filename, spec, filled), wishes };
    const { system, user, schema, version } = promptFor(askedModel(file, spec, about));
    const tokens = estimateTokens(system + user);
    return { sheet: spec.name, ...about, system, user, schema, version, tokens };
  });
}

function askedModel(
  file: SpreadsheetFile,
  spec: SheetSpec,
  { baseName, wishes }: Pick<SheetQuestion, 'baseName' | 'wishes'>,
): AskedModel {
  const { sheet } = ruledSheet(sheetNamed(file, spec.name), spec.rules ?? []);
  return { sheet, dialect: file.dialect, spec, baseName, rules: wishes };
}

/** What was answered about a sheet: once, or again after what was wrong had been told. */
export interface SheetToJudge {
  question: Pick<SheetQuestion, 'baseName' | 'wishes'>;
  /** As rules read it. */
  spec: SheetSpec;
  answers: readonly string[];
}

export interface JudgeRequest extends KnownFile {
  sheets: readonly SheetToJudge[];
}

export interface JudgedSheet {
  /** With the reading that is followed, and what came of the answers. */
  spec: SheetSpec;
  /** Whether the last answer has the form of one. */
  isReadable: boolean;
  /** What to tell the model, so that it can mend its first answer. */
  repair: string | undefined;
}

const outcomes = { model: 'followed', offered: 'offered', rules: 'refused' } as const;

/** Chooses for each sheet between the reading by rules and what a model answered. */
export async function judgeAnswers({ sheets, ...known }: JudgeRequest): Promise<JudgedSheet[]> {
  const file = await readLastFile(known);
  return sheets.map(({ question, spec, answers }) => {
    const asked = askedModel(file, spec, question);
    const heard = answers.map((text) => hearAnswer(asked, text));
    const [first = nothingHeard] = heard;
    const last = heard.findLast((one) => one.spec) ?? first;
    const { choice, why, spec: chosen } = chooseByChecks(asked, last);
    return {
      spec: { ...chosen, modelReading: { outcome: outcomes[choice], why } },
      isReadable: 'answer' in readAnswer(answers.at(-1) ?? ''),
      repair: answers.length === 1 ? repairFor(asked, first) : undefined,
    };
  });
}

const nothingHeard: HeardAnswer = { faults: [], tables: [] };
