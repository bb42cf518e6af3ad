import { describeWhole } from '../../analyze/describe-whole.js';
import { textRegion } from '../../analyze/text-region.js';
import { withoutPeriods } from '../../periods/without-periods.js';
import { sayOfReading } from '../../reading-messages.js';
import type { Generator } from './reading.js';

/** Periods stay in columns, as they are in the sheet. */
export const widePeriods: Generator = (_sheet, region) =>
  region.layout === 'crosstab' || region.columns.some(({ role }) => role === 'period')
    ? [{ id: 'wide', why: sayOfReading('alternative-periods-across'), regions: [withoutPeriods(region)] }]
    : [];

/** The levels of a report stay in one table. */
export const flatLevels: Generator = (_sheet, region) =>
  region.layout === 'report'
    ? [
        {
          id: 'flat',
          why: sayOfReading('alternative-levels-together'),
          regions: [
            { ...region, layout: 'flat', steps: region.steps.filter(({ operator }) => operator === 'ffill') },
          ],
        },
      ]
    : [];

/** It is no table, but texts. */
export const onlyTexts: Generator = ({ cells }, { id, name, range }) =>
  cells.filledRows(range).length > 60
    ? []
    : [
        {
          id: 'texts',
          why: sayOfReading('alternative-texts'),
          regions: [textRegion({ id, kind: 'note', name, range })],
        },
      ];

/** The cells of the table as they are in the sheet. */
export const asInSheet: Generator = ({ cells, dialect }, { id, name, range }) => [
  {
    id: 'sheet',
    why: sayOfReading('alternative-table-as-in-sheet'),
    regions: [describeWhole(cells, range, dialect, { id, name, why: 'asked', mayHaveHeader: true })],
  },
];
