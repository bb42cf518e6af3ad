import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { serviceAddress } from '../../app/curl.js';
import { serviceUrl } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { CreateCredentialDialog } from './create-credential-dialog.js';
import styles from './developers-page.module.css';
import { FeedSections } from './feed-sections.js';
import { Snippet } from './snippet.js';
import { agents, programs } from './snippets.js';

const texts = messages(
  {
    title: 'For developers',
    about: 'What the console does, programs and agents can do too, with your rights.',
    address: 'Address',
    addressHint: 'Programs find the service here.',
    reference: 'Every call, to try out',
    document: 'The document to generate clients from',
    token: 'Token',
    tokenHint:
      'Make one for each program. The examples below then have it filled in, until you leave this page.',
    makeToken: 'Make a token',
    newToken: 'New token',
    filled: 'The examples below have your token. It is not shown again once you leave this page.',
    yourToken: 'YOUR_TOKEN',
    programs: 'A first call',
    connect: 'Connect an agent',
    connectHint: 'Agents find tables, query them and correct rows through the Model Context Protocol.',
  },
  {
    title: '開発者向け',
    about: 'コンソールでできることは、プログラムやエージェントからも、あなたの権限で行えます。',
    address: 'アドレス',
    addressHint: 'プログラムはこのアドレスに接続します。',
    reference: 'すべての呼び出し（試すこともできます）',
    document: 'クライアントの生成に使う文書',
    token: 'トークン',
    tokenHint:
      'プログラムごとに作ってください。このページを離れるまで、下の例にトークンが入った状態になります。',
    makeToken: 'トークンを作成',
    newToken: '新しいトークン',
    filled: '下の例にトークンが入っています。このページを離れると、再び表示されることはありません。',
    yourToken: 'YOUR_TOKEN',
    programs: '最初の呼び出し',
    connect: 'エージェントの接続',
    connectHint: 'エージェントは Model Context Protocol を通じて、表の検索、クエリ、行の修正を行えます。',
  },
);

/** How programs and agents reach the service, with examples that have a token filled in. */
export function DevelopersPage() {
  const text = useText(texts);
  const [made, setMade] = useState<string>();
  const [isMaking, setIsMaking] = useState(false);
  const access = { address: serviceAddress, token: made ?? text.yourToken };
  return (
    <Page title={text.title} description={text.about}>
      <section className={styles.section}>
        <h2>{text.address}</h2>
        <p>{text.addressHint}</p>
        <Snippet name={text.address} code={serviceAddress} />
        <p className={styles.links}>
          <a href={serviceUrl('/docs')} target="_blank" rel="noreferrer">
            {text.reference}
          </a>
          <a href={serviceUrl('/openapi.json')} target="_blank" rel="noreferrer">
            {text.document}
          </a>
        </p>
      </section>
      <section className={styles.section}>
        <h2>{text.token}</h2>
        {made === undefined ? <p>{text.tokenHint}</p> : <Notice>{text.filled}</Notice>}
        <div>
          <Button icon={<KeyRound />} onClick={() => setIsMaking(true)}>
            {text.makeToken}
          </Button>
        </div>
      </section>
      <section className={styles.section}>
        <h2>{text.programs}</h2>
        {programs.map(({ name, code }) => (
          <Snippet key={name} title={name} name={name} code={code(access)} />
        ))}
      </section>
      <section className={styles.section}>
        <h2>{text.connect}</h2>
        <p>{text.connectHint}</p>
        {agents.map(({ name, code }) => (
          <Snippet key={name} title={name} name={name} code={code(access)} />
        ))}
      </section>
      <FeedSections />
      {isMaking && (
        <CreateCredentialDialog
          kind="token"
          title={text.newToken}
          onMade={setMade}
          onClose={() => setIsMaking(false)}
        />
      )}
    </Page>
  );
}
