import { Link } from '@tanstack/react-router';
import type { Lineage } from '@workbook-data-service/client/api';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import type { LineageNode } from './lineage-layout.js';
import styles from './lineage-page.module.css';
import { lineageTexts } from './lineage-texts.js';
import { nodeIcons } from './node-icons.js';
import { useNodeTitle } from './use-node-title.js';

interface LineageListProps {
  workbookId: string;
  lineage: Lineage;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** What the graph shows, for keyboards and screen readers: each thing with what it is made of and what it makes. */
export function LineageList({ workbookId, lineage: { nodes, edges }, chosen, onChoose }: LineageListProps) {
  const text = useText(lineageTexts);
  const titleOf = useNodeTitle();
  const named = new Map(nodes.map((node) => [node.id, titleOf(node)]));
  const namesOf = (ids: string[]) => ids.map((id) => named.get(id)).join(', ');
  return (
    <section className={styles.list} aria-label={text.list}>
      {chosen !== undefined && (
        <Button look="quiet" onClick={() => onChoose(undefined)}>
          {text.clear}
        </Button>
      )}
      <ul>
        {nodes.map((node) => {
          const Icon = nodeIcons[node.kind];
          const madeOf = namesOf(edges.filter(({ to }) => to === node.id).map(({ from }) => from));
          const makes = namesOf(edges.filter(({ from }) => from === node.id).map(({ to }) => to));
          const isChosen = node.id === chosen;
          return (
            <li key={node.id}>
              <button
                type="button"
                className={styles.item}
                aria-expanded={isChosen}
                onClick={() => onChoose(isChosen ? undefined : node.id)}
              >
                <Icon aria-hidden />
                <span>
                  {titleOf(node)} <small>{text[node.kind]}</small>
                </span>
                {node.freshness?.stale && <Badge kind="warning">{text.stale}</Badge>}
              </button>
              {isChosen && (
                <div className={styles.details}>
                  <dl>
                    {madeOf !== '' && (
                      <>
                        <dt>{text.madeOf}</dt>
                        <dd>{madeOf}</dd>
                      </>
                    )}
                    {makes !== '' && (
                      <>
                        <dt>{text.makes}</dt>
                        <dd>{makes}</dd>
                      </>
                    )}
                  </dl>
                  <OpenLink workbookId={workbookId} node={node} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function OpenLink({ workbookId, node: { kind, name } }: { workbookId: string; node: LineageNode }) {
  const text = useText(lineageTexts);
  if (kind === 'table' || kind === 'raw_table')
    return (
      <Link to="/workbooks/$workbookId/tables/$table" params={{ workbookId, table: name }}>
        {text.open}
      </Link>
    );
  if (kind === 'transform')
    return (
      <Link to="/workbooks/$workbookId/transforms/$transform" params={{ workbookId, transform: name }}>
        {text.open}
      </Link>
    );
  if (kind === 'source')
    return (
      <Link to="/workbooks/$workbookId/files/$source" params={{ workbookId, source: name }}>
        {text.open}
      </Link>
    );
  if (kind === 'sheet')
    return (
      <Link to="/workbooks/$workbookId/reports/$report" params={{ workbookId, report: name }}>
        {text.open}
      </Link>
    );
  return (
    <Link to="/workbooks/$workbookId/charts" params={{ workbookId }} search={{ name }}>
      {text.open}
    </Link>
  );
}
