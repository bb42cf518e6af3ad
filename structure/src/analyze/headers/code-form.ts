/** Of the codes that have the form of another one. */
const usualShare = 0.6;

/** Whether a text is a code like most of those below it: `ChE-09` over `ECE-11` and `ME-03`. */
export function isCodeLike(text: string, below: readonly string[]): boolean {
  const form = formOf(text);
  if (!/0/.test(form) || !/a/.test(form)) return false;
  const filled = below.filter(Boolean);
  return (
    filled.length > 1 && filled.filter((one) => formOf(one) === form).length >= usualShare * filled.length
  );
}

const formOf = (text: string) =>
  text
    .trim()
    .replaceAll(/\d+/g, '0')
    .replaceAll(/\p{L}+/gu, 'a');
