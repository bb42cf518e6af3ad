import type { Command } from './keyboard.js';
import { advance, move, type Selection, type Size, selectionOf } from './selection.js';

/** The selection after a command; undefined where the command is about something else. */
export function navigate(
  command: Command,
  selection: Selection,
  size: Size,
  pageRows: number,
): Selection | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const { active, anchor, corner } = selection;
  switch (command.do) {
    case 'move':
      return move(selection, command.step, size, command.isExtending);
    case 'page':
      return move(selection, { rows: command.direction * pageRows, columns: 0 }, size, command.isExtending);
    case 'advance':
      return advance(selection, command.by, command.direction, size);
    case 'select-all':
      return selectionOf({ row: 0, column: 0 }, last);
    case 'select-rows':
      return { active, anchor: { ...anchor, column: 0 }, corner: { ...corner, column: last.column } };
    case 'select-columns':
      return { active, anchor: { ...anchor, row: 0 }, corner: { ...corner, row: last.row } };
    default:
      return undefined;
  }
}
