import { say } from '@workbook-data-service/contract/messages';
import type { PersonalKind } from '@workbook-data-service/contract/messages/findings';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { TagSources } from '../../governance/tag-sources.js';
import { finding } from '../finding.js';
import type { Finding, WorkbookRule } from '../review-rule.js';
import type { ReviewedColumn } from '../reviewed-table.js';

/** Fewer values do not show what a column is. */
const MIN_VALUES = 5;
const MAX_EXCEPTIONS = 0.2;

interface Recognised {
  is: PersonalKind;
  name: RegExp;
  value?: RegExp;
  /** Whether values of other kinds have the same form, so that the name has to agree. */
  needsName?: boolean;
  /** Whether it is personal only next to a column that identifies the person. */
  needsPerson?: boolean;
}

/** A kind with a form of its values is recognised by them, or by the name where the values do not contradict. */
const personalKinds: readonly Recognised[] = [
  {
    is: 'e-mail',
    name: /e-?mail|メール/i,
    value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  },
  {
    is: 'phone',
    name: /\b(?:tel|telephone|phone|mobile|fax)\b|電話|携帯/i,
    value: /^\+?[\d()][\d\s()-]{8,17}$/,
    needsName: true,
  },
  {
    is: 'name',
    name: /^(?:full|first|last|family|given|sur)[ _-]?name$|氏名|^名前$|^姓$|^名$|カナ氏名|フリガナ|ふりがな/i,
  },
  {
    is: 'address',
    name: /^(?:street|home|postal)?[ _-]?address(?:[ _-]?line)?[ _-]?\d?$|^住所\d?$|現住所|自宅/i,
  },
  { is: 'birth', name: /birth|\bdob\b|生年月日|誕生日/i },
  {
    is: 'identity',
    name: /\bssn\b|social security|passport|マイナンバー|個人番号|旅券番号|免許証/i,
  },
  { is: 'bank', name: /\biban\b|account number|card number|口座番号|カード番号/i },
  { is: 'pay', needsPerson: true, name: /salary|\bwage|\bpayroll|給与|給料|賃金|年収|賞与/i },
  { is: 'health', needsPerson: true, name: /diagnos|patient|\bblood|病名|診断|患者|血液型/i },
];

export const untaggedPersonalData: WorkbookRule = {
  id: 'untagged-personal-data',
  group: 'governance',
  severity: 'warning',
  of: 'workbook',
  title: 'A column seems to hold personal data and has no tag',
  looksAt:
    'Untagged columns with e-mail addresses or telephone numbers, or named as names, addresses, births, identity ' +
    'numbers or bank accounts; pay and health where such a column stands beside them.',
  async find(context) {
    const tags = await TagSources.load(context.service.catalog.db, context.workbookId);
    const findings: Finding[] = [];
    for (const table of context.tables) {
      const tagged = await tags.tagsOf(table.table.record.id);
      const kinds = new Map(table.columns.map((column) => [column.id, personalKind(column)]));
      const tellsWhose = [...kinds.values()].some((kind) => kind && !kind.needsPerson);
      for (const column of table.columns) {
        const kind = tagged.has(column.id) ? undefined : kinds.get(column.id);
        if (!kind || (kind.needsPerson && !tellsWhose)) continue;
        const [id, name, from] = [ROW_ID, column.name, table.name].map(identifier);
        findings.push(
          ...(await finding(context, untaggedPersonalData, {
            table,
            column,
            query: `select ${id}, ${name} from ${from} where ${name} is not null`,
            message: () => say('found-untagged-personal-data', { column: column.name, kind: kind.is }),
            fix: say('mend-untagged-personal-data'),
            request: {
              method: 'POST',
              path: `/tables/${encodeURIComponent(table.name)}/columns/${encodeURIComponent(column.name)}/tags`,
              body: { tag: 'personal' },
            },
          })),
        );
      }
    }
    return findings;
  },
};

function personalKind({ name, kind, filled, sample = [] }: ReviewedColumn): Recognised | undefined {
  if (filled === 0) return undefined;
  const plain = name.normalize('NFKC');
  return personalKinds.find(({ name: named, value, needsName }) => {
    if (!value) return named.test(plain);
    if (kind !== 'text' || sample.length < MIN_VALUES) return named.test(plain) && kind === 'text';
    const matching = sample.filter((text) => value.test(text.normalize('NFKC').trim())).length;
    const isOfForm = matching >= sample.length * (1 - MAX_EXCEPTIONS);
    return isOfForm && (!needsName || named.test(plain));
  });
}
