import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { View } from '@workbook-data-service/client/api';
import type { ComponentProps } from 'react';
import { usePeople } from '../../app/people.js';
import { sessionQuery } from '../../app/session.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import type { TablePlace } from './first-rows.js';
import { PresentUsers } from './present-users.js';
import { StaleBadge } from './stale-badge.js';
import { viewsQuery } from './table-details.js';
import { tableTexts } from './table-texts.js';
import { ViewMenu } from './view-menu.js';

type ViewMenuProps = ComponentProps<typeof ViewMenu>;

interface TableBadgesProps extends Omit<ViewMenuProps, 'place' | 'views' | 'view' | 'userId'> {
  place: TablePlace;
  table: ComponentProps<typeof StaleBadge>['table'] | undefined;
  view: View | undefined;
  /** A version in the past. */
  asOf: string | undefined;
  present: ComponentProps<typeof PresentUsers>['present'];
  /** Whether its rows are there, which matter more than the list of views. */
  isRead: boolean;
}

/** Beside the name of a table: what it is, who else has it open, and through which view it is looked at. */
export function TableBadges({ place, table, view, asOf, present, isRead, ...menu }: TableBadgesProps) {
  const text = useText(tableTexts);
  const { nameOf } = usePeople(place.workbookId);
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: views } = useQuery({ ...viewsQuery(place), enabled: isRead });
  return (
    <>
      {table?.layer === 'derived' && <Badge kind="info">{text.derived}</Badge>}
      {asOf !== undefined && <Badge>{text.past(asOf)}</Badge>}
      <PresentUsers present={present} nameOf={nameOf} />
      {table && <StaleBadge workbookId={place.workbookId} table={table} />}
      {views && asOf === undefined && (
        <ViewMenu place={place} views={views.views} view={view} userId={session.user.id} {...menu} />
      )}
    </>
  );
}
