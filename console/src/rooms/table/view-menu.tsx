import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createView, deleteView, updateView, type View } from '@workbook-data-service/client/api';
import {
  Bookmark,
  Check,
  ChevronDown,
  Lock,
  Pencil,
  Plus,
  RotateCcw,
  Save,
  Table2,
  Trash2,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js';
import { showToast } from '../../ui/toasts.js';
import { pathOf, type TablePlace } from './first-rows.js';
import { viewsQuery } from './table-details.js';

const texts = messages(
  {
    open: (name: string) => `View: ${name}`,
    all: 'All rows',
    changed: 'changed',
    save: 'Save the changes',
    discard: 'Discard the changes',
    add: 'Save as a new view…',
    edit: 'Rename or share…',
    remove: 'Delete the view',
    removed: (name: string) => `The view “${name}” was deleted. Its rows are all there.`,
    saved: (name: string) => `The view “${name}” is saved.`,
    failed: 'The view could not be changed.',
    heading: 'Save the view',
    name: 'Name of the view',
    shared: 'Everybody who can open the table sees it',
    ok: 'Save',
  },
  {
    open: (name: string) => `ビュー: ${name}`,
    all: 'すべての行',
    changed: '変更あり',
    save: '変更を保存',
    discard: '変更を破棄',
    add: '新しいビューとして保存…',
    edit: '名前と共有の変更…',
    remove: 'ビューを削除',
    removed: (name: string) => `ビュー「${name}」を削除しました。行はすべて残っています。`,
    saved: (name: string) => `ビュー「${name}」を保存しました。`,
    failed: 'ビューを変更できませんでした。',
    heading: 'ビューを保存',
    name: 'ビューの名前',
    shared: '表を開ける人全員に表示する',
    ok: '保存',
  },
);

/** How the table is looked at now, as a view says it. */
type Look = Pick<View, 'filter' | 'order_by' | 'columns' | 'group_by'>;

interface ViewMenuProps {
  place: TablePlace;
  views: readonly View[];
  /** The one that is open. */
  view: View | undefined;
  userId: string;
  look: Look;
  isChanged: boolean;
  mayWrite: boolean;
  /** Undefined: none. */
  onOpen: (view: string | undefined) => void;
  onDiscard: () => void;
}

/** The saved views of a table: one's own, and those that others share. */
export function ViewMenu({ place, views, view, userId, look, isChanged, mayWrite, ...on }: ViewMenuProps) {
  const text = useText(texts);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'new' | 'edit'>();
  const settled = async () => await queries.invalidateQueries({ queryKey: viewsQuery(place).queryKey });
  const path = { ...pathOf(place), view: view?.id ?? '' };
  const save = useMutation({
    mutationFn: () => updateView(service, { path, body: look }),
    onSuccess: async ({ name }) => {
      await settled();
      on.onDiscard();
      showToast({ text: text.saved(name) });
    },
    onError: () => showToast({ text: text.failed }),
  });
  const remove = useMutation({
    mutationFn: () => deleteView(service, { path }),
    onSuccess: () => {
      on.onOpen(undefined);
      showToast({ text: text.removed(view?.name ?? '') });
      void settled();
    },
    onError: () => showToast({ text: text.failed }),
  });
  const name = view?.name ?? text.all;
  return (
    <>
      <Menu
        trigger={
          <Button look="quiet" icon={<Bookmark aria-hidden />}>
            {text.open(name)}
            {isChanged && ` (${text.changed})`}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={view ? <Table2 aria-hidden /> : <Check aria-hidden />}
          onSelect={() => on.onOpen(undefined)}
        >
          {text.all}
        </MenuItem>
        {views.map((one) => (
          <MenuItem
            key={one.id}
            icon={
              one.id === view?.id ? (
                <Check aria-hidden />
              ) : one.shared ? (
                <Users aria-hidden />
              ) : (
                <Lock aria-hidden />
              )
            }
            onSelect={() => on.onOpen(one.id)}
          >
            {one.name}
          </MenuItem>
        ))}
        {(mayWrite || isChanged) && <MenuSeparator />}
        {mayWrite && view && isChanged && (
          <MenuItem icon={<Save aria-hidden />} onSelect={() => save.mutate()}>
            {text.save}
          </MenuItem>
        )}
        {isChanged && (
          <MenuItem icon={<RotateCcw aria-hidden />} onSelect={on.onDiscard}>
            {text.discard}
          </MenuItem>
        )}
        {mayWrite && (
          <MenuItem icon={<Plus aria-hidden />} onSelect={() => setAsked('new')}>
            {text.add}
          </MenuItem>
        )}
        {mayWrite && view && (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsked('edit')}>
              {text.edit}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => remove.mutate()}>
              {text.remove}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked && (
        <SaveViewDialog
          place={place}
          view={asked === 'edit' ? view : undefined}
          maySayShared={asked === 'new' || view?.owner === userId}
          look={look}
          onSaved={async ({ id }) => {
            await settled();
            if (asked === 'new') {
              on.onDiscard();
              on.onOpen(id);
            }
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface SaveViewDialogProps {
  place: TablePlace;
  /** Absent for a new one. */
  view: View | undefined;
  maySayShared: boolean;
  look: Look;
  onSaved: (view: View) => Promise<void>;
  onClose: () => void;
}

function SaveViewDialog({ place, view, maySayShared, look, onSaved, onClose }: SaveViewDialogProps) {
  const text = useText(texts);
  const save = useMutation({
    mutationFn: (given: FormData) => {
      const name = String(given.get('name')).trim();
      const about = { name, ...(maySayShared && { shared: given.get('shared') === 'on' }) };
      return view
        ? updateView(service, { path: { ...pathOf(place), view: view.id }, body: about })
        : createView(service, { path: pathOf(place), body: { ...about, ...look } });
    },
    onSuccess: onSaved,
  });
  return (
    <FormDialog title={text.heading} action={text.ok} onSubmit={save.mutate} change={save} onClose={onClose}>
      <TextField label={text.name} name="name" defaultValue={view?.name} required maxLength={200} autoFocus />
      {maySayShared && <Checkbox label={text.shared} name="shared" defaultChecked={view?.shared} />}
    </FormDialog>
  );
}
