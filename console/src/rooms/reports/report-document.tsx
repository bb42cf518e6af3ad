import { ArrowDown, ArrowUp, Copy, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import { kindIcons } from './block-kinds.js';
import { BlockParts } from './block-parts.js';
import { type Block, type Draft, type DraftBlock, inserted, moved } from './blocks.js';
import type { Preview } from './report-queries.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

interface ReportDocumentProps {
  workbookId: string;
  name: string;
  draft: Draft;
  preview: Preview | undefined;
  isDrawing: boolean;
  /** Of the selected block; -1 without one. */
  place: number;
  onSelect: (place: number | undefined) => void;
  /** For those who may. */
  onChange: ((blocks: DraftBlock[]) => void) | undefined;
}

/** What a block is about, in a few words. */
function subjectOf(block: Block): string {
  if (block.kind === 'table_view') return block.title || block.table;
  if (block.kind === 'chart') return block.chart;
  if (block.kind === 'spacer') return '';
  return block.text.length > 40 ? `${block.text.slice(0, 40)}…` : block.text;
}

/** The blocks on paper, each with the buttons that move and remove it. */
export function ReportDocument(props: ReportDocumentProps) {
  const { workbookId, name, draft, preview, isDrawing, place, onSelect, onChange } = props;
  const text = useText(reportTexts);
  const { title, blocks } = draft;
  const chosen = useRef<HTMLLIElement>(null);
  // On a narrow screen the fields of the block come up from below, maybe over the block.
  const isDrawn = preview !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another element, elsewhere once it is drawn.
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [place, isDrawn]);
  const [told, setTold] = useState('');
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [first] = blocks;
  const heading = first?.block.kind === 'heading' ? first.block.text : undefined;
  const shownTitle = title || (heading === undefined ? name : '');

  const wordsFor = (block: Block) => `${text[`kind_${block.kind}`]} ${subjectOf(block)}`.trim();
  function move(from: number, to: number): void {
    const next = moved(blocks, from, to);
    const block = blocks[from]?.block;
    if (next === blocks || !block || !onChange) return;
    onChange(next);
    onSelect(to);
    setTold(text.movedTo(wordsFor(block), to + 1, blocks.length));
  }
  function remove(at: number): void {
    const gone = blocks[at];
    if (!gone || !onChange) return;
    onChange(blocks.toSpliced(at, 1));
    onSelect(undefined);
    showToast({
      text: text.removed(wordsFor(gone.block)),
      action: { label: text.undo, onClick: () => onChange(blocks) },
    });
  }
  function pressed(event: KeyboardEvent, at: number): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    move(at, at + step);
  }
  return (
    <section className={styles.paper} aria-label={text.document} aria-busy={isDrawing}>
      {shownTitle !== '' && shownTitle !== heading && <h2 className={styles.title}>{shownTitle}</h2>}
      {blocks.length === 0 && <p className={styles.hint}>{text.emptyReport}</p>}
      <ol className={styles.blocks} aria-label={text.blocks}>
        {blocks.map(({ key, block }, at) => {
          const Icon = kindIcons[block.kind];
          const words = wordsFor(block);
          const looks = [styles.block, at === place ? styles.selected : '', at === over ? styles.over : ''];
          return (
            <li
              key={key}
              ref={at === place ? chosen : undefined}
              className={looks.join(' ')}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setOver(at);
              }}
              onDrop={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                move(dragged, at);
              }}
              onKeyDown={(event) => pressed(event, at)}
            >
              {onChange && (
                <div className={styles.blockTools}>
                  <button
                    type="button"
                    className={styles.blockName}
                    aria-pressed={at === place}
                    aria-label={text.select(text[`kind_${block.kind}`], subjectOf(block))}
                    onClick={() => onSelect(at === place ? undefined : at)}
                  >
                    <Icon aria-hidden />
                    {text[`kind_${block.kind}`]}
                  </button>
                  <IconButton
                    label={text.up(words)}
                    icon={<ArrowUp />}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    label={text.down(words)}
                    icon={<ArrowDown />}
                    disabled={at === blocks.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    label={text.duplicate(words)}
                    icon={<Copy />}
                    onClick={() => {
                      onChange(inserted(blocks, at + 1, block));
                      onSelect(at + 1);
                    }}
                  />
                  <IconButton label={text.remove(words)} icon={<X />} onClick={() => remove(at)} />
                  {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows beside it do the same without a mouse. */}
                  <span
                    className={styles.handle}
                    title={text.drag}
                    draggable
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      event.dataTransfer.setData('text/plain', words);
                      setDragged(at);
                    }}
                    onDragEnd={() => {
                      setDragged(undefined);
                      setOver(undefined);
                    }}
                  >
                    <GripVertical aria-hidden />
                  </span>
                </div>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the button above does the same. */}
              <div className={styles.shown} onClick={() => onChange && onSelect(at)}>
                <ProblemNotice error={preview?.faults.get(key)} />
                <BlockParts
                  workbookId={workbookId}
                  parts={preview?.parts.get(key)}
                  language={preview?.language ?? 'en'}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <span className="for-screen-readers" role="status">
        {told}
      </span>
    </section>
  );
}
