let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is on the list of common passwords, which is loaded on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  const list = await common;
  const lower = password.toLowerCase();
  // People append digits or punctuation when a stronger password is required.
  return list.has(lower) || list.has(lower.replace(/[\d!?.]+$/, ''));
}
