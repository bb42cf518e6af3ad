import type { Tool } from './tool.js';
import { describeTable } from './tools/describe-table.js';
import { listTables } from './tools/list-tables.js';
import { listWorkbooks } from './tools/list-workbooks.js';
import { query } from './tools/query.js';

/** Every tool, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [listWorkbooks, listTables, describeTable, query];
