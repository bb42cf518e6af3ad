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
    engines: 'Spark, pandas and Power BI',
    enginesHint:
      'They read tables file by file, by Delta Sharing. Their profile file has the address and a token: this address gives it, to any user name with a token as the password.',
    profile: 'Address of the profile file',
  },
  {
    title: 'Excel、Power BI、Tableau',
    hint: '次のアドレスで、ワークブックを OData フィードとして開けます。パスワードを求められたらトークンを入力してください（ユーザー名は任意）。',
    workbook: 'ワークブック',
    address: 'OData のアドレス',
    none: '先にワークブックを作成してください。アドレスはワークブックごとに異なります。',
    engines: 'Spark、pandas、Power BI',
    enginesHint:
      'Delta Sharing でテーブルをファイル単位で読み取ります。アドレスとトークンを含むプロファイルファイルは、次のアドレスで取得できます（ユーザー名は任意、パスワードはトークン）。',
    profile: 'プロファイルファイルのアドレス',
  },
);

/** The addresses by which other programs read tables. */
export function FeedSections() {
  const text = useText(texts);
  return (
    <>
      <WorkbookFeed />
      <section className={styles.section}>
        <h2>{text.engines}</h2>
        <p>{text.enginesHint}</p>
        <Snippet name={text.profile} code={`${serviceAddress}/sharing/profile`} />
      </section>
    </>
  );
}

function WorkbookFeed() {
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
