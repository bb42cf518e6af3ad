import type { Shown } from './canaries.js';
import type { SubjectName } from './governed-world.js';

type Rule = [tag: string, role: string, effect: 'mask' | 'deny' | 'allow'];

export interface Case {
  name: string;
  rules: Rule[];
  /** Custom roles of the readers, in addition to the base role: the owner is `admin`, the member `editor`. */
  roles: string[];
  /** The most that any endpoint may show. */
  sees: Shown;
  /** The table of the requests; endpoints of the workbook are called only in the cases of `base`. */
  subject: SubjectName;
  /** The case in which another rule has the same effect; then one request at each door shows that it asks for it. */
  sameAs?: string;
}

const mask: Rule[] = [['pay', '*', 'mask']];
const deny: Rule[] = [['pay', '*', 'deny']];
const exempt: Rule[] = [...mask, ['pay', 'hr', 'allow']];

const base = (name: string, rules: Rule[], roles: string[], sees: Shown): Case => ({
  name,
  rules,
  roles,
  sees,
  subject: 'base',
});
const same = (sameAs: string, one: Case): Case => ({ ...one, sameAs });

const subjectCases = (['derived', 'chained', 'renamed', 'raw'] as const).flatMap((subject): Case[] => [
  { name: `${subject}: no rule`, rules: [], roles: [], sees: 'values', subject },
  { name: `${subject}: mask`, rules: mask, roles: [], sees: 'names', subject },
  { name: `${subject}: deny`, rules: deny, roles: [], sees: 'nothing', subject },
]);

/** Its rows are withheld if the rule denies, and shown with a warning if it masks. */
const influencedCases: Case[] = [
  { name: 'influenced: no rule', rules: [], roles: [], sees: 'values', subject: 'influenced' },
  { name: 'influenced: mask', rules: mask, roles: [], sees: 'values', subject: 'influenced' },
  { name: 'influenced: deny', rules: deny, roles: [], sees: 'nothing', subject: 'influenced' },
];

export const cases: Case[] = [
  base('no rule', [], [], 'values'),
  base('mask', mask, [], 'names'),
  base('deny', deny, [], 'nothing'),
  base('allow, with the role', exempt, ['hr'], 'values'),
  same('mask', base('allow, without', exempt, ['temp'], 'names')),
  same('deny', base('two tags', [...exempt, ['pii', '*', 'deny']], ['hr'], 'nothing')),
  same(
    'deny',
    base('two roles', [...exempt, ['pay', 'admin', 'deny'], ['pay', 'editor', 'deny']], ['hr'], 'nothing'),
  ),
  ...subjectCases,
  ...influencedCases,
];

/** The columns of the printed matrix: one case each, or the two of a rule that masks and one that denies. */
export const columns: { heading: string; cases: string[] }[] = [
  ...cases
    .filter(({ subject, sameAs }) => subject === 'base' && sameAs === undefined)
    .map(({ name }) => ({ heading: name, cases: [name] })),
  ...[
    ['derived', 'derived column'],
    ['chained', 'derived from that'],
    ['renamed', 'renamed column'],
    ['raw', 'archived raw table'],
    ['influenced', 'table that the column influenced'],
  ].map(([subject, heading]) => ({
    heading: heading as string,
    cases: [`${subject}: mask`, `${subject}: deny`],
  })),
];
