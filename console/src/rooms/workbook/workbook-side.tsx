import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { sectionGroups } from '../../app/workbook-sections.js';
import { usePreferences } from '../../preferences.js';
import { SideLink } from '../../ui/side-layout.js';
import { TableLinks } from './table-links.js';
import styles from './workbook-side.module.css';

const KEY = 'workbooks.closed-groups';

/** Ids of the groups that the reader has closed, in this browser. */
function closedGroups(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

type Section = (typeof sectionGroups)[number]['sections'][number];

/** What a workbook has: its tables first, then its other pages by what they are for. */
export function WorkbookSide({ workbookId }: { workbookId: string }) {
  const { language } = usePreferences();
  const [closed] = useState(closedGroups);
  const [data, ...groups] = sectionGroups;
  const remember = (id: string, isOpen: boolean): void => {
    const others = closedGroups().filter((one) => one !== id);
    localStorage.setItem(KEY, JSON.stringify(isOpen ? others : [...others, id]));
  };
  const link = ({ to, Icon, title }: Section) => (
    <SideLink
      key={to}
      to={to}
      params={{ workbookId }}
      icon={<Icon aria-hidden />}
      activeOptions={{ exact: to === '/workbooks/$workbookId' }}
    >
      {title[language]}
    </SideLink>
  );
  return (
    <>
      {data.sections.map(link)}
      <TableLinks workbookId={workbookId} />
      {groups.map(({ id, title, sections }) => (
        <details
          key={id}
          className={styles.group}
          open={!closed.includes(id)}
          onToggle={({ currentTarget }) => remember(id, currentTarget.open)}
        >
          <summary>
            <ChevronRight aria-hidden />
            <span>{title[language]}</span>
          </summary>
          {sections.map(link)}
        </details>
      ))}
    </>
  );
}
