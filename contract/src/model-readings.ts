import { Type } from '@sinclair/typebox';
import { nullable, strictObject, textEnum } from './common.js';
import { messageFields, messageFieldsOf } from './message-fields.js';

export const ReadBy = textEnum(['rules', 'reading', 'model'], {
  description:
    '`rules`: as structuring found it. `reading`: as a file of the same layout was corrected. `model`: as a language model said, ' +
    'and no check found that worse.',
});

/** What came of asking a language model about a sheet. */
export const modelReadingFields = {
  outcome: textEnum(['followed', 'offered', 'refused', 'failed'], {
    description:
      '`followed`: its reading is. `offered`: it is among the alternatives. `refused`: a check found it worse. `failed`: there is none.',
  }),
  why: Type.Array(strictObject({ text: Type.String({ maxLength: 1000 }), ...messageFields }), {
    maxItems: 100,
  }),
};

const ModelRequestSheet = Type.Object({
  sheet: Type.String(),
  sent: Type.Boolean({ description: 'Whether it is sent when the file is read' }),
  text: Type.String({ description: 'What is sent about it, after `instructions`' }),
  tokens: Type.Integer({ description: 'An estimate, with the instructions' }),
});

/** What a language model is asked about a file. */
export const ModelRequest = Type.Object({
  source: Type.String(),
  model: nullable(Type.String({ description: 'The name of the model; null where none is set up' })),
  sent: Type.Boolean({ description: 'Whether anything of the file is sent' }),
  why_not: nullable(Type.String({ description: 'Why nothing is' })),
  ...messageFieldsOf('why_not'),
  instructions: Type.String({ description: 'What is sent about every sheet, before its text' }),
  sheets: Type.Array(ModelRequestSheet, { description: 'All that have cells and that no rule leaves out' }),
});
