import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { type ReadingModelSetting, readingModelOf } from '../../core/reading-model.js';
import type { Model } from '../../gateways/model/model.js';
import type { Service } from '../service.js';

/** A model that may read files of a workbook. */
export interface ReadingModel {
  model: Model;
  /** Which sheets it is asked about. */
  asked: Exclude<ReadingModelSetting, 'never'>;
  workspaceId: string;
  accountId: string;
}

/** Why no model reads the files of a workbook, and which sheets one would be asked about. */
interface NoReadingModel {
  why: Message;
  asked: Exclude<ReadingModelSetting, 'never'>;
}

/** The model that reads files of a workbook: the operator, the workspace and the rules of the workbook each may forbid it. */
export async function findReadingModel(
  { catalog, config, model }: Service,
  workbookId: string,
): Promise<ReadingModel | NoReadingModel> {
  const found = await catalog.db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select(['workspaces.id', 'workspaces.account_id', 'workspaces.reading_model'])
    .select((eb) => [
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('policies')
              .select('policies.workbook_id')
              .whereRef('policies.workbook_id', '=', 'workbooks.id'),
          ),
          eb.exists(
            eb
              .selectFrom('column_tags')
              .innerJoin('all_tables', 'all_tables.id', 'column_tags.table_id')
              .select('column_tags.table_id')
              .whereRef('all_tables.workbook_id', '=', 'workbooks.id'),
          ),
        ])
        .as('is_governed'),
    ])
    .where('workbooks.id', '=', workbookId)
    .executeTakeFirst();
  const setting = found ? readingModelOf(found) : 'never';
  const asked = setting === 'never' ? 'doubtful' : setting;
  if (!model) return { why: say('model-reading-unset'), asked };
  if (!config.modelReading) return { why: say('model-reading-off'), asked };
  if (!found || setting === 'never') return { why: say('model-reading-never'), asked };
  if (found.is_governed) return { why: say('model-reading-governed'), asked };
  return { model, asked, workspaceId: found.id, accountId: found.account_id };
}
