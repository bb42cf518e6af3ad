import { getRouteApi } from '@tanstack/react-router';
import { useRights } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import styles from './governance.module.css';
import { RuleList } from './rule-list.js';
import { SeeAs } from './see-as.js';
import { TaggedColumns } from './tagged-columns.js';
import { texts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/governance');

/** Who may see what: tags on columns, rules for roles, and what comes of them. */
export function GovernancePage() {
  const text = useText(texts);
  const { workbookId } = route.useParams();
  const { table, role } = route.useSearch();
  const navigate = route.useNavigate();
  const { mayGovern } = useRights(workbookId);
  return (
    <Page title={text.title} description={text.description}>
      {!mayGovern && <Notice>{text.adminsOnly}</Notice>}
      <fieldset className={styles.changed} disabled={!mayGovern}>
        <TaggedColumns workbookId={workbookId} />
        <RuleList workbookId={workbookId} />
      </fieldset>
      <SeeAs
        workbookId={workbookId}
        table={table}
        role={role}
        onChoose={(change) => navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
      />
    </Page>
  );
}
