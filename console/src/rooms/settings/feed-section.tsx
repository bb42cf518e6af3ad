import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serviceAddress } from '../../app/curl.js';
import { workbooksQuery } from '../../app/list-workbooks.js';
import { messages, useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import styles from './developers-page.module.css';
import { Snippet } from './snippet.js';

const texts = messages(
  {
    title: 'Excel, Power BI and Tableau',
    hint: 'They open a workbook as an OData feed by this address. Where they ask for a password, give a token; any user name will do.',
    workbook: 'Workbook',
    address: 'OData address',
    none: 'Make a workbook first: each has an address of its own.',
  },
  {
    title: 'Excel、Power BI、Tableau',
    hint: '次のアドレスで、ワークブックを OData フィードとして開けます。パスワードを求められたらトークンを入力してください（ユーザー名は任意）。',
    workbook: 'ワークブック',
    address: 'OData のアドレス',
    none: '先にワークブックを作成してください。アドレスはワークブックごとに異なります。',
  },
);

/** The address by which spreadsheets read a workbook. */
export function FeedSection() {
  const text = useText(texts);
  const { data: workbooks = [], isSuccess } = useQuery(workbooksQuery);
  const [chosen, setChosen] = useState<string>();
  const workbook = workbooks.find(({ id }) => id === chosen) ?? workbooks[0];
  return (
    <section className={styles.section}>
      <h2>{text.title}</h2>
      <p>{workbook || !isSuccess ? text.hint : text.none}</p>
      {workbook && (
        <>
          <Select
            label={text.workbook}
            value={workbook.id}
            onChange={({ target }) => setChosen(target.value)}
          >
            {workbooks.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
          <Snippet name={text.address} code={`${serviceAddress}/odata/${workbook.id}/`} />
        </>
      )}
    </section>
  );
}
