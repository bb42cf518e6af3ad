import { expect, test } from 'vitest';
import { tablesOf } from '../../test-support/structured-sheet.js';

test('texts that are in no cell as they are come out as made, not as others of the file', () => {
  const visits = [
    ['Visits to the museum'],
    [],
    ['Month', 2023, 2024],
    ['April', 310, 344],
    ['May', 402, 398],
    ['June', 388, 420],
    [],
    ['Counted at the gate, without schools.'],
  ];
  expect(tablesOf(visits)).toEqual({
    '': [
      'April | 2023 | 310',
      'April | 2024 | 344',
      'May | 2023 | 402',
      'May | 2024 | 398',
      'June | 2023 | 388',
      'June | 2024 | 420',
    ],
    補足情報: ['title | Visits to the museum | A1', 'note | Counted at the gate, without schools. | A8'],
  });
  const outlay = [
    ['Item', 'Jan', 'Feb'],
    ['Office', 30, 36],
    ['  Rent', 20, 24],
    ['  Power', 10, 12],
    ['Travel', 12, 15],
    ['  Trains', 5, 7],
    ['  Hotels', 7, 8],
  ];
  expect(tablesOf(outlay)).toMatchObject({
    科目: [
      'Office | 1 |  | Office | 0 | 2',
      'Rent | 2 | Office | Office / Rent | 0 | 3',
      'Power | 2 | Office | Office / Power | 0 | 4',
      'Travel | 1 |  | Travel | 0 | 5',
      'Trains | 2 | Travel | Travel / Trains | 0 | 6',
      'Hotels | 2 | Travel | Travel / Hotels | 0 | 7',
    ],
  });
});
