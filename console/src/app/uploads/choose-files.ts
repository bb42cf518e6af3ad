/** What the service reads; any other file can still be dropped, and its content decides. */
export const FORMATS = '.xlsx,.xlsm,.xltx,.xltm,.xls,.xlt,.xlsb,.ods,.ots,.csv,.tsv,.txt';

/** Lets the reader choose files, for what has no field for them on its page. */
export function chooseFiles(onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, accept: FORMATS });
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
}
