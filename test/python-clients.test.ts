import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestService } from './support/service.js';

const run = promisify(execFile);
const python = process.env.PYTHON_PATH ?? 'python3';
const page = await readFile(new URL('../docs/python.md', import.meta.url), 'utf8');

let service: TestService;
let token: string;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
  token = (await (await service.signIn()).mint(['workbooks:write'])).token as string;
  folder = await mkdtemp(join(tmpdir(), 'python-'));
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true });
});

interface Section {
  title: string;
  code: string;
}
const [calling, ...sections] = page
  .split('\n## ')
  .slice(1)
  .map((section): Section => {
    const blocks = section.matchAll(/```python\n([\s\S]*?)```/g);
    return { title: section.split('\n', 1)[0] ?? '', code: [...blocks].map((block) => block[1]).join('\n') };
  }) as [Section, ...Section[]];

/** What the page says that the program prints. */
function promisedLines(code: string): string[] {
  return [...code.matchAll(/^ *print\(.*\) {2}# (.*)$/gm)].map(([, line]) => line as string);
}

/** Packages that the program imports, or that they need for what it does, and that are not installed. */
function missingPackages(code: string): string[] {
  const imported = [...code.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name as string);
  const names = [...new Set([...imported, ...(code.includes('to_excel') ? ['openpyxl'] : [])])];
  const find =
    'import importlib.util, sys; print(*(name for name in sys.argv[1:] if not importlib.util.find_spec(name)))';
  const found = spawnSync(python, ['-c', find, ...names], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split(/\s+/).filter(Boolean) : [python];
}

async function output(code: string): Promise<string[]> {
  const { stdout } = await run(python, ['-W', 'error', '-c', code], {
    cwd: folder,
    env: { PATH: process.env.PATH, URL: service.url, TOKEN: token },
  });
  return stdout.trimEnd().split('\n');
}

function skipWithoutPackages(code: string, skip: (condition: boolean, note: string) => void): void {
  const missing = missingPackages(code);
  const note = `Not installed for ${python} (PYTHON_PATH names another Python): ${missing.join(', ')}`;
  if (missing.length > 0) console.warn(note);
  skip(missing.length > 0, note);
}

test.for(sections)('the page for Python is right about: $title', async ({ code }, { skip }) => {
  const program = calling.code + code;
  skipWithoutPackages(program, skip);
  expect(promisedLines(code)).not.toEqual([]);
  expect(await output(program)).toEqual(promisedLines(code));
});

test('the edit of the page for Python is decided again on what someone else wrote meanwhile', async ({
  skip,
}) => {
  const editing = sections.find(({ title }) => title === 'Editing') as Section;
  const program = `${calling.code}${editing.code}
decided = []
def count(rows):
    decided.append(rows[0]["qty"])
    if len(decided) == 1:
        call("POST", f"{sales}/rows/upsert", {"rows": [{"__svc_row_id": 1, "qty": 90}], "expected_version": None})
    return [{"__svc_row_id": 1, "qty": decided[-1] + 1}]
edit(sales, count)
print(decided, read(sales)["qty"][0])
`;
  skipWithoutPackages(program, skip);
  expect((await output(program)).at(-1)).toBe('[3, 90] 91');
});
