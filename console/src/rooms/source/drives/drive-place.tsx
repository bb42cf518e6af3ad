import { getRouteApi, Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { DriveProvider } from '../../../app/drives.js';
import { useText } from '../../../text/text.js';
import { Button } from '../../../ui/button.js';
import { SearchField } from '../../../ui/search-field.js';
import styles from './drives.module.css';
import type { FilesSearch, Folder } from './files-search.js';
import { texts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/files');

interface DrivePlaceProps {
  provider: DriveProvider;
  name: string;
  folders: Folder[];
  search: string | undefined;
}

/** Where in the drive the reader is, with the ways back up, and the search, which leads away from there. */
export function DrivePlace({ provider, name, folders, search }: DrivePlaceProps) {
  const text = useText(texts);
  const { workbookId } = route.useParams();
  const navigate = route.useNavigate();
  const top: FilesSearch = { tab: 'drives', drive: provider };
  const open = search ? text.found(search) : (folders.at(-1)?.name ?? name);
  const above = search || folders.length > 0 ? [{ name, search: top }] : [];
  for (const [place, folder] of folders.slice(0, -1).entries())
    above.push({ name: folder.name, search: { ...top, folders: folders.slice(0, place + 1) } });
  function look(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('words')).trim();
    void navigate({ search: { ...top, search: words || undefined } });
  }
  return (
    <div className={styles.place}>
      <nav aria-label={text.folders}>
        <ol className={styles.crumbs}>
          {above.map((crumb) => (
            <li key={JSON.stringify(crumb.search)}>
              <Link to="/workbooks/$workbookId/files" params={{ workbookId }} search={crumb.search}>
                {crumb.name}
              </Link>
            </li>
          ))}
          <li>
            <OpenPlace name={open} id={JSON.stringify([folders.at(-1)?.id, search])} />
          </li>
        </ol>
      </nav>
      <search>
        <form className={styles.search} onSubmit={look}>
          <SearchField key={search} label={text.search} name="words" maxLength={255} defaultValue={search} />
          <Button type="submit" icon={<Search aria-hidden />}>
            {text.searchNow}
          </Button>
        </form>
      </search>
    </div>
  );
}

/** Takes the focus when another place opens, since the link that led there is gone with its list. */
function OpenPlace({ name, id }: { name: string; id: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(id);
  useEffect(() => {
    if (last.current !== id) element.current?.focus();
    last.current = id;
  }, [id]);
  return (
    <span ref={element} tabIndex={-1} aria-current="location">
      {name}
    </span>
  );
}
