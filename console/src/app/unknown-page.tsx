import { messages, useText } from '../text/text.js';
import { ButtonLink } from '../ui/button.js';
import { Page } from '../ui/page.js';

const texts = messages(
  {
    title: 'There is no such page',
    hint: 'The link may be old, or what it showed was renamed or deleted.',
    home: 'To your workbooks',
  },
  {
    title: 'ページが見つかりません',
    hint: 'リンクが古いか、名前が変わったか、削除された可能性があります。',
    home: 'ワークブック一覧へ',
  },
);

export function UnknownPage() {
  const text = useText(texts);
  return (
    <Page title={text.title} actions={<ButtonLink to="/workbooks">{text.home}</ButtonLink>}>
      <p>{text.hint}</p>
    </Page>
  );
}
