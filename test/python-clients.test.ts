import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const packages = imported.filter((name) => name !== 'workbook_data');
  const names = [...new Set([...packages, ...(code.includes('to_excel') ? ['openpyxl'] : [])])];
  const find =
    'import importlib.util, sys; print(*(name for name in sys.argv[1:] if not importlib.util.find_spec(name)))';
  const found = spawnSync(python, ['-c', find, ...names], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.split(/\s+/).filter(Boolean) : [python];
}

const packageFolder = fileURLToPath(new URL('../python', import.meta.url));

async function output(code: string): Promise<string[]> {
  const env = { URL: service.url, TOKEN: token, WDS_URL: service.url, WDS_TOKEN: token };
  // Programs end without closing their client.
  const warnings = ['-W', 'error', '-W', 'ignore::ResourceWarning'];
  const { stdout } = await run(python, [...warnings, '-c', code], {
    cwd: folder,
    env: { PATH: process.env.PATH, PYTHONPATH: join(packageFolder, 'src'), ...env },
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

const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
const packageNeeds = 'import httpx\nimport pyarrow\n';

test('the package for Python does what its page says', async ({ skip }) => {
  const blocks = readme.matchAll(/```python\n([\s\S]*?)```/g);
  const program = [...blocks].map((block) => block[1]).join('\n');
  skipWithoutPackages(packageNeeds + program, skip);
  expect(await output(`url = token = None\n${program}`)).toEqual(promisedLines(program));
});

test('the package for Python sends large files in parts, decides edits again, and hears events', async ({
  skip,
}) => {
  const program = `${packageNeeds}
import threading
import workbook_data

client = workbook_data.connect()
book = client.create_workbook("Large")
stages = []
content = b"n,word\\n" + b"".join(b"%d,%s\\n" % (n, b"w" * 50) for n in range(90_000))
book.upload(content, filename="large.csv", on_progress=lambda progress: stages.append(progress.stage))
large = book.table("large")
print(stages[0], stages[-1], large.to_arrow().num_rows)

decided = []
def count(rows):
    decided.append(rows[0]["n"])
    if len(decided) == 1:
        large.upsert([{"__svc_row_id": 1, "n": 90}])
    return [{"__svc_row_id": 1, "n": decided[-1] + 1}]
print(large.edit(count, where={"column": "__svc_row_id", "op": "eq", "value": 1}).edit_version, decided)

heard = []
def listen():
    heard.append(next(book.events(["artifact.updated"])))
listening = threading.Thread(target=listen)
listening.start()
while listening.is_alive():
    large.upsert([{"__svc_row_id": 2, "word": "edited"}])
print(heard[0].kind, heard[0].data["name"])
`;
  skipWithoutPackages(program, skip);
  expect(await output(program)).toEqual(['sending done 90000', '3 [0, 90]', 'artifact.updated large']);
});
