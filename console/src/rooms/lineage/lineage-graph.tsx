import '@xyflow/react/dist/base.css';
import type { Lineage } from '@workbook-data-service/client/api';
import {
  Background,
  Controls,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { tableTitle } from '../../app/table-names.js';
import { NarrowTableTitle } from '../../app/table-title.js';
import { type Language, usePreferences } from '../../preferences.js';
import { useText } from '../../text/text.js';
import styles from './lineage-graph.module.css';
import { firstView, type LineageNode, placeNodes, relativesOf, stalePath } from './lineage-layout.js';
import { lineageTexts } from './lineage-texts.js';
import { nodeIcons } from './node-icons.js';
import { isTable } from './use-node-title.js';

type Shown = Node<{ node: LineageNode; isLit: boolean; isFaded: boolean; isChosen: boolean }, 'lineage'>;

const nodeTypes = { lineage: GraphNode };

interface LineageGraphProps {
  lineage: Lineage;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** The graph for the eye and the mouse; the list beside it says the same for keyboards and screen readers. */
export function LineageGraph({ lineage, chosen, onChoose }: LineageGraphProps) {
  const text = useText(lineageTexts);
  const { theme, language } = usePreferences();
  const graph = useRef<HTMLElement>(null);
  const placed = useMemo(() => placeNodes(lineage), [lineage]);
  const { nodes, edges } = useMemo(() => {
    const lit = stalePath(lineage);
    const related = chosen === undefined ? undefined : relativesOf(lineage.edges, chosen);
    const isFaded = (id: string) => related !== undefined && !related.has(id);
    return {
      nodes: placed.map(
        ({ node, x, y, width, height }): Shown => ({
          id: node.id,
          type: 'lineage',
          position: { x, y },
          width,
          height,
          draggable: false,
          focusable: false,
          data: { node, isLit: lit.has(node.id), isFaded: isFaded(node.id), isChosen: node.id === chosen },
        }),
      ),
      edges: edgesOf(lineage, lit, isFaded, language),
    };
  }, [lineage, placed, chosen, language]);
  return (
    <section ref={graph} className={styles.graph} aria-label={text.graph}>
      <ReactFlow
        key={lineage.nodes.map(({ id, columns }) => id + (columns?.length ?? '')).join()}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={theme}
        onInit={(flow) => {
          const { clientWidth: width, clientHeight: height } = graph.current as HTMLElement;
          void flow.setViewport(firstView(placed, { width, height }));
        }}
        minZoom={0.1}
        ariaLabelConfig={{
          'controls.ariaLabel': text.view,
          'controls.zoomIn.ariaLabel': text.zoomIn,
          'controls.zoomOut.ariaLabel': text.zoomOut,
          'controls.fitView.ariaLabel': text.fit,
        }}
        proOptions={{ hideAttribution: true }}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        onNodeClick={(_, { id }) => onChoose(id === chosen ? undefined : id)}
        onPaneClick={() => onChoose(undefined)}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}

/** Between columns where they are shown, else between the nodes. */
function edgesOf(
  { nodes, edges, column_edges }: Lineage,
  lit: ReadonlySet<string>,
  isFaded: (id: string) => boolean,
  language: Language,
): Edge[] {
  const look = (from: string, to: string) =>
    [styles.edge, lit.has(to) ? styles.litEdge : '', isFaded(from) || isFaded(to) ? styles.faded : ''].join(
      ' ',
    );
  const names = new Map(
    nodes.map((node) => [node.id, isTable(node) ? tableTitle(node.name, language) : node.name]),
  );
  const between = edges.map(({ from, to }) => ({
    id: `${from} ${to}`,
    source: from,
    target: to,
    ariaLabel: `${names.get(from)} → ${names.get(to)}`,
    animated: lit.has(to),
    className: look(from, to),
  }));
  const known = new Set(nodes.flatMap(({ id, columns = [] }) => columns.map((column) => `${id} ${column}`)));
  const ofColumns = column_edges
    .filter(
      ({ kind, from, to }) => kind === 'value' && known.has(`${from.table} ${from.column}`) && to.column,
    )
    .map(({ from, to }) => ({
      id: `${from.table} ${from.column} ${to.table} ${to.column}`,
      source: from.table,
      sourceHandle: from.column,
      target: to.table,
      targetHandle: to.column,
      ariaLabel: `${names.get(from.table)} ${from.column} → ${names.get(to.table)} ${to.column}`,
      className: `${look(from.table, to.table)} ${styles.columnEdge}`,
    }));
  return [...between, ...ofColumns];
}

function GraphNode({ data: { node, isLit, isFaded, isChosen } }: NodeProps<Shown>) {
  const text = useText(lineageTexts);
  const Icon = nodeIcons[node.kind];
  const looks = [
    styles.node,
    styles[node.kind],
    isLit ? styles.lit : '',
    isFaded ? styles.faded : '',
    isChosen ? styles.chosen : '',
  ];
  return (
    <div className={looks.join(' ')} title={node.name}>
      <Handle type="target" position={Position.Left} className={styles.handle} />
      <Handle type="source" position={Position.Right} className={styles.handle} />
      <div className={styles.head}>
        <Icon aria-hidden />
        <div>
          <strong>{isTable(node) ? <NarrowTableTitle name={node.name} /> : node.name}</strong>
          <small>
            {text[node.kind]}
            {node.freshness?.stale && ` · ${text.stale}`}
            {node.state === 'archived' && ` · ${text.archived}`}
          </small>
        </div>
      </div>
      {node.columns?.map((column) => (
        <div key={column} className={styles.column} title={column}>
          <Handle type="target" id={column} position={Position.Left} className={styles.handle} />
          {column}
          <Handle type="source" id={column} position={Position.Right} className={styles.handle} />
        </div>
      ))}
    </div>
  );
}
