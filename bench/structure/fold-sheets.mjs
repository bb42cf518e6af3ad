// Folds of the labelled sheets for cross-validation: files of one kind are in one fold.
export const FOLDS = 4;

/** `{training, tested}` of every fold. */
export function foldsOf(sheets) {
  const kinds = [...new Set(sheets.map(({ file }) => kindOf(file)))];
  const foldOf = new Map(kinds.map((kind) => [kind, hashOf(kind) % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isTested = ({ file }) => foldOf.get(kindOf(file)) === fold;
    return { training: sheets.filter((sheet) => !isTested(sheet)), tested: sheets.filter(isTested) };
  });
}

/** The workbook that a sheet is from; in CIUS the number of the table, which every year and state has. */
function kindOf(file) {
  const [set, name] = file.split('/');
  const [workbook] = name.split('.');
  if (set !== 'cius') return `${set}/${workbook}`;
  const [, number] = /(?:^\d\dtbl|^Table_)0*(\d+)/.exec(name) ?? [];
  return `${set}/${number ?? workbook.replaceAll(/\d/g, '')}`;
}

function hashOf(text) {
  return [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0, 7) >>> 3;
}
