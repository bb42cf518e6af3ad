import { expect, test } from 'vitest';
import { inDarkColours, lightened } from './dark-colours.js';

test('colours that a dark page would swallow are lighter there', () => {
  const spec = {
    encoding: { color: { field: 'Region', scale: { domain: ['#2463a8'], range: ['#2463a8', '#e58b2d'] } } },
    config: { bar: { color: '#3d4753' } },
  };
  expect(inDarkColours(spec)).toEqual({
    encoding: {
      color: { field: 'Region', scale: { domain: ['#2463a8'], range: [lightened('#2463a8'), '#e58b2d'] } },
    },
    config: { bar: { color: lightened('#3d4753') } },
  });
  expect([lightened('#2463a8'), lightened('#73b5e0'), lightened('red')]).toEqual([
    '#5082b9',
    '#73b5e0',
    'red',
  ]);
});
