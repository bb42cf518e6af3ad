/**
 * Functions newer than the file format: a file names them under a prefix, or Excel shows `#NAME?`. LET and
 * LAMBDA are not among them, since their parameters would need a prefix too.
 */
const younger = [
  'ACOT ACOTH AGGREGATE ARABIC BASE BINOM.DIST.RANGE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW',
  'CEILING.MATH CEILING.PRECISE CHOOSECOLS CHOOSEROWS COMBINA CONCAT COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH',
  'DAYS DECIMAL DROP ENCODEURL EXPAND FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.LINEAR FORMULATEXT GAMMA GAUSS',
  'HSTACK IFNA IFS ISFORMULA ISO.CEILING ISOWEEKNUM MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NORM.DIST NORM.INV',
  'NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERMUTATIONA PHI QUARTILE.EXC',
  'QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ RRI SEC SECH SEQUENCE SHEET SHEETS SORTBY STDEV.P STDEV.S SWITCH TAKE',
  'TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR UNICODE UNIQUE VAR.P VAR.S VSTACK WEBSERVICE',
  'WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR',
].flatMap((line) => line.split(' '));
/** These two share their names with older functions, and have a further prefix. */
const worksheetOnly = ['FILTER', 'SORT'];

const prefixes = new Map([
  ...younger.map((name) => [name, '_xlfn.'] as const),
  ...worksheetOnly.map((name) => [name, '_xlfn._xlws.'] as const),
]);

/** Quoted texts, quoted sheet names and columns of tables are skipped; a word before `(` is a function. */
const pieces = /"[^"]*"|'[^']*'|\[(?:[^[\]]|\[[^\]]*\])*\]|(?<![\w.])[A-Z][A-Z\d.]*(?=\()/gi;

/** A formula as Excel shows it, spelled as in the file. */
export function fileFormula(shown: string): string {
  return shown.replace(pieces, (piece) => (prefixes.get(piece.toUpperCase()) ?? '') + piece);
}
