let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is on the list of those that are tried first; the list is loaded when it is first needed. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  const list = await common;
  const lower = password.toLowerCase();
  // Digits and a mark at the end are what people add when they are asked for more.
  return list.has(lower) || list.has(lower.replace(/[\d!?.]+$/, ''));
}
