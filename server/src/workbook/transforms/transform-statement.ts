import { say } from '@workbook-data-service/contract/messages';
import type { Param, Saying } from '@workbook-data-service/contract/messages/message';
import { Problem, problem } from '../../core/problems.js';
import { bindSql, inputName, unbind } from '../../core/transform-template.js';
import type { Engine, EngineRead } from '../../engine/engine.js';
import { relationOf } from '../governance/governed-tables.js';
import type { PlannedInput, TransformSpec } from './transform-plan.js';

/** The code of a transform over its inputs, under the names of their placeholders. */
export function statement(
  { workbookId, code }: Pick<TransformSpec, 'workbookId' | 'code'>,
  inputs: readonly PlannedInput[],
): Pick<EngineRead, 'workbookId' | 'relations' | 'sql'> {
  const relations = inputs.map(({ placeholder, table }) => relationOf(table, inputName(placeholder)));
  return { workbookId, relations, sql: bindSql(code) };
}

/** A transform may name tables only by placeholders, so that its lineage covers everything it reads. */
export async function refuseOtherTables(
  engine: Engine,
  { workbookId, code, args }: Pick<TransformSpec, 'workbookId' | 'code' | 'args'>,
): Promise<void> {
  const inspection = await quotingOriginalCode({ code }, () => engine.inspect(workbookId, bindSql(code)));
  const known = new Set(Object.keys(args).map(inputName));
  const other = inspection.tables.find((name) => !known.has(name));
  if (other !== undefined) {
    throw problem('sql-refused', say('transform-reads-other', { table: other }), {
      fix: say('fix-transform-reads-other', { table: JSON.stringify(other) }),
    });
  }
  if (inspection.parameters.length > 0) {
    throw problem('sql-refused', say('transform-parameters'), {
      fix: say('fix-transform-parameters'),
    });
  }
}

/** Makes problems quote the code as its author wrote it. */
export async function quotingOriginalCode<T>(
  { code }: Pick<TransformSpec, 'code'>,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { slug, said, members } = error;
    throw problem(slug, withOriginalCode(said.detail, code), { fix: said.fix, members });
  }
}

function withOriginalCode({ text, params, ...coded }: Saying, code: string): Saying {
  const original = (param: Param): Param => (typeof param === 'string' ? unbind(param, code) : param);
  return {
    ...coded,
    text: unbind(text, code),
    ...(params && {
      params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, original(param)])),
    }),
  };
}
