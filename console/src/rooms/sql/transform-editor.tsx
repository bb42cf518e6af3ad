import { python } from '@codemirror/lang-python';
import { type Diagnostic, linter } from '@codemirror/lint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ProblemError } from '@workbook-data-service/client';
import {
  createTransform,
  type TransformAnswer,
  type TransformPlan,
  type TransformRequest,
  updateTransform,
} from '@workbook-data-service/client/api';
import { Play } from 'lucide-react';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { FailedRuns } from '../../app/failed-runs.js';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { currentLanguage } from '../../preferences.js';
import { problemWords } from '../../text/problem-texts.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { CodeEditor } from '../../ui/code-editor/code-editor.js';
import { Select, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { diagnosticOf, type SqlFault, sqlLanguage, withoutQuote } from './sql-language.js';
import { placeholdersOf, requestOf, type TransformDraft, tableOf } from './transform-draft.js';
import styles from './transform-editor.module.css';
import { TransformPlanView } from './transform-plan.js';
import { transformTexts } from './transform-texts.js';

interface TransformEditorProps {
  workbookId: string;
  /** The name under which it is saved; undefined of a new one. */
  saved: string | undefined;
  initial: TransformDraft;
}

/** Writes a transform: what is typed is planned by a dry run, and saved and run when asked. */
export function TransformEditor({ workbookId, saved, initial }: TransformEditorProps) {
  const text = useText(transformTexts);
  const titleOf = useTableTitle();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const edit = (change: Partial<TransformDraft>) => setDraft({ ...draft, ...change });
  const tables = useQuery(tablesQuery(workbookId)).data?.artifacts ?? [];
  const names = tables.map(({ name }) => name).filter((name) => name !== initial.output);
  const request = requestOf(draft, names);
  const { language, plan, fault } = useCheckedLanguage(workbookId, saved, draft.kind, request, tables);

  const save = useMutation({
    mutationFn: () => send(workbookId, saved, request) as Promise<TransformAnswer>,
    onSuccess: async ({ name, output, failed }) => {
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      if (failed.length === 0) showToast({ text: text.saved(output) });
      await navigate({
        to: '/workbooks/$workbookId/transforms/$transform',
        params: { workbookId, transform: name },
      });
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate();
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.writing}>
        <div className={styles.editor}>
          <CodeEditor
            label={draft.output === '' ? text.code : text.codeOf(draft.output)}
            value={draft.code}
            onChange={(code) => edit({ code })}
            onRun={() => save.mutate()}
            language={language}
          />
        </div>
        <p className={styles.fault} role="status">
          {fault}
        </p>
        <TransformPlanView kind={draft.kind} plan={fault === '' ? plan : undefined} />
      </div>
      <div className={styles.fields}>
        <fieldset className={styles.inputs}>
          <legend>{text.inputs}</legend>
          <small>{text.inputsHint}</small>
          {placeholdersOf(draft.code).map((word) => (
            <Select
              key={word}
              label={text.inputOf(word)}
              required
              value={tableOf(word, draft, names)}
              onChange={(e) => edit({ args: { ...draft.args, [word]: e.target.value } })}
            >
              <option value="" />
              {names.map((name) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </Select>
          ))}
        </fieldset>
        <TextField
          label={text.output}
          required
          maxLength={200}
          value={draft.output}
          onChange={(e) => edit({ output: e.target.value })}
        />
        <TextField
          label={text.key}
          hint={text.keyHint}
          value={draft.key}
          onChange={(e) => edit({ key: e.target.value })}
        />
        <TextField
          label={text.description}
          maxLength={10_000}
          value={draft.description}
          onChange={(e) => edit({ description: e.target.value })}
        />
        <ProblemNotice error={save.error} />
        <FailedRuns failed={save.data?.failed} />
        {save.isPending && <ProgressBar label={text.saving} />}
        <div>
          <Button type="submit" look="primary" icon={<Play />} disabled={save.isPending}>
            {text.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Makes the transform or changes it; with a signal it is only planned. */
function send(workbookId: string, saved: string | undefined, body: TransformRequest, planning?: AbortSignal) {
  const options = planning ? { query: { dry_run: true }, signal: planning, isRepeatable: true } : {};
  return saved === undefined
    ? createTransform(service, { path: { workbook_id: workbookId }, body, ...options })
    : updateTransform(service, { path: { workbook_id: workbookId, transform: saved }, body, ...options });
}

/** A language whose check is the dry run of the transform, which also tells what it makes. */
function useCheckedLanguage(
  workbookId: string,
  saved: string | undefined,
  kind: 'sql' | 'python',
  request: TransformRequest,
  tables: readonly { name: string; schema: { name: string; type: string }[] | null }[],
) {
  const [plan, setPlan] = useState<TransformPlan>();
  const [fault, setFault] = useState('');
  const latest = useRef(request);
  latest.current = request;
  const known = JSON.stringify(tables.map(({ name, schema }) => ({ name, columns: schema ?? [] })));
  // Another input or output is planned anew, as another text is.
  const surroundings = JSON.stringify([request.args, request.key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language is checked at once.
  const language = useMemo(() => {
    let planning = new AbortController();
    const check = async (code: string): Promise<SqlFault[]> => {
      planning.abort();
      planning = new AbortController();
      // There is nothing to say before a table is chosen for each word.
      if (placeholdersOf(code).some((word) => latest.current.args?.[word] === undefined)) {
        setPlan(undefined);
        setFault('');
        return [];
      }
      // A plan needs a name of its table, which may not be decided yet.
      const output = latest.current.output || 'new table';
      const body = { ...latest.current, name: latest.current.name || output, output, code };
      try {
        setPlan((await send(workbookId, saved, body, planning.signal)) as TransformPlan);
        setFault('');
        return [];
      } catch (error) {
        if (!(error instanceof ProblemError)) return [];
        const message = withoutQuote(problemWords(error, currentLanguage()).detail);
        setFault(message);
        const { line, column } = error.members as { line?: number; column?: number };
        return [{ message, line, column }];
      }
    };
    if (kind === 'sql') return sqlLanguage(JSON.parse(known), check);
    const faultsOf = linter(
      async ({ state: { doc } }): Promise<Diagnostic[]> =>
        (await check(doc.toString())).flatMap((one) => diagnosticOf(doc, one) ?? []),
      { delay: 500 },
    );
    return [python(), faultsOf];
  }, [workbookId, saved, kind, known, surroundings]);
  return { language, plan, fault };
}
