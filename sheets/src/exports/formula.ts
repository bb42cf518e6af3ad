export { compileFormula } from '../formula/evaluate-formula.js';
export { formatFormula, orderFormulas, readFormula, referencedColumns } from '../formula/formula-columns.js';
export { FormulaRefused } from '../formula/formula-refused.js';
export { inferFormulaType } from '../formula/infer-formula-type.js';
export { parseFormula } from '../formula/parse-formula.js';
export { type SheetToken, sheetTokensOf } from '../formula/sheet-tokens.js';
export { type ExcelFormula, toExcelFormula } from '../formula/to-excel-formula.js';
export { shiftFormula } from '../xlsx/read/shift-formula.js';
