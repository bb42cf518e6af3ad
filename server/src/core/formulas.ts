import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import {
  compileFormula as compile,
  FormulaRefused,
  inferFormulaType as inferType,
  orderFormulas as order,
  parseFormula as parse,
  readFormula as read,
} from '@workbook-data-service/sheets/formula';
import { fieldError, type Problem, problem } from './problems.js';

/** What the service does with formulas of its users: one that cannot be accepted is a problem of their request. */
export const parseFormula = refusing(parse);
export const readFormula = refusing(read);
export const orderFormulas = refusing(order);
export const inferFormulaType = refusing(inferType);
export const compileFormula = refusing(compile);

function refusing<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      throw error instanceof FormulaRefused ? problemOf(error) : error;
    }
  };
}

function problemOf({ said, fix }: FormulaRefused): Problem {
  return problem('invalid-request', say('formula-invalid', whyOf(said)), {
    ...(fix !== undefined && { fix }),
    members: { errors: [fieldError('/formula', said)] },
  });
}
