import type { Extension } from '@codemirror/state';
import { validateQuery } from '@workbook-data-service/client/api';
import { useMemo, useRef, useState } from 'react';
import { service } from '../../app/service.js';
import { boundValues, type ParameterValues } from '../../app/sql/sql-tokens.js';
import { currentLanguage } from '../../preferences.js';
import { messageText } from '../../text/messages/message-text.js';
import { sqlLanguage, withoutQuote } from './sql-language.js';

type Tables = readonly { name: string; schema: { name: string; type: string }[] | null }[];

/** Completes the tables of a workbook, and checks what is typed with the values that the parameters have. */
export function useSqlLanguage(
  workbookId: string,
  tables: Tables,
  params: ParameterValues,
): { language: Extension; fault: string } {
  const values = useRef(params);
  values.current = params;
  const [fault, setFault] = useState('');
  const known = JSON.stringify(tables.map(({ name, schema }) => ({ name, columns: schema ?? [] })));
  const language = useMemo(
    () =>
      sqlLanguage(JSON.parse(known), async (sql, signal) => {
        if (sql.trim() === '') {
          setFault('');
          return [];
        }
        const bound = boundValues(sql, values.current);
        const { errors } = await validateQuery(service, {
          path: { workbook_id: workbookId },
          body: { sql, ...(bound && { params: bound }) },
          isRepeatable: true,
          signal,
        });
        const faults = errors.map(({ message: text, code, params: given, ...error }) => ({
          ...error,
          message: withoutQuote(messageText({ text, code, params: given }, currentLanguage())),
        }));
        setFault(faults[0]?.message ?? '');
        return faults;
      }),
    [workbookId, known],
  );
  return { language, fault };
}
