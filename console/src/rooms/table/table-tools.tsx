import { Columns3, MessageSquare, PanelRight, Plus, Redo2, Replace, Trash2, Undo2 } from 'lucide-react';
import { messages, useText } from '../../text/text.js';
import { Button, IconButton } from '../../ui/button.js';
import type { Panel } from './beside-grid.js';
import type { EditState } from './table-edits.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    saving: 'Saving…',
    saved: 'Saved',
    undo: 'Undo (Ctrl+Z)',
    redo: 'Redo (Ctrl+Y)',
    add: 'Add row',
    details: 'Details of the cell',
    comments: 'Comments (Ctrl+Alt+M)',
    columns: 'Columns',
    replace: 'Find and replace',
    hidden: (count: number) => `Columns, ${count} hidden`,
    remove: (count: number) => (count > 1 ? `Delete ${count} rows` : 'Delete row'),
  },
  {
    saving: '保存中…',
    saved: '保存済み',
    undo: '元に戻す（Ctrl+Z）',
    redo: 'やり直す（Ctrl+Y）',
    add: '行を追加',
    details: 'セルの詳細',
    comments: 'コメント（Ctrl+Alt+M）',
    columns: '列',
    replace: '検索と置換',
    hidden: (count: number) => `列（${count} 列を非表示）`,
    remove: (count: number) => (count > 1 ? `${count} 行を削除` : '行を削除'),
  },
);

interface TableToolsProps {
  state: EditState;
  hasSaved: boolean;
  /** Whether cells can be changed here. */
  isEditable: boolean;
  /** Whether rows can be added and deleted. */
  hasOwnRows: boolean;
  selectedRows: number;
  /** What is shown beside the grid. */
  panel: Panel | undefined;
  hiddenColumns: number;
  onUndo: () => void;
  onRedo: () => void;
  onAdd: () => void;
  onRemove: () => void;
  onPanel: (panel: Panel) => void;
  onColumns: () => void;
  onReplace: () => void;
}

export function TableTools({ state, hasSaved, selectedRows, panel, ...others }: TableToolsProps) {
  const text = useText(texts);
  const { isEditable, hasOwnRows, hiddenColumns, ...on } = others;
  return (
    <div className={styles.tools}>
      <span className={styles.saving} role="status">
        {state.isSaving ? text.saving : hasSaved && !state.failure && !state.race ? text.saved : ''}
      </span>
      {isEditable && (
        <>
          <IconButton label={text.undo} icon={<Undo2 />} onClick={on.onUndo} />
          <IconButton label={text.redo} icon={<Redo2 />} onClick={on.onRedo} />
        </>
      )}
      {isEditable && hasOwnRows && (
        <Button look="quiet" icon={<Plus />} onClick={on.onAdd}>
          {text.add}
        </Button>
      )}
      {isEditable && hasOwnRows && selectedRows > 0 && (
        <IconButton label={text.remove(selectedRows)} icon={<Trash2 />} onClick={on.onRemove} />
      )}
      {isEditable && <IconButton label={text.replace} icon={<Replace />} onClick={on.onReplace} />}
      {hiddenColumns > 0 ? (
        <Button look="quiet" icon={<Columns3 />} onClick={on.onColumns}>
          {text.hidden(hiddenColumns)}
        </Button>
      ) : (
        <IconButton label={text.columns} icon={<Columns3 />} onClick={on.onColumns} />
      )}
      <IconButton
        label={text.comments}
        aria-pressed={panel === 'comments'}
        icon={<MessageSquare />}
        onClick={() => on.onPanel('comments')}
      />
      <IconButton
        label={text.details}
        aria-pressed={panel === 'cell'}
        icon={<PanelRight />}
        onClick={() => on.onPanel('cell')}
      />
    </div>
  );
}
