// Corrections of right readings after which they are still right.

const correct = (spec, regions) => ({
  sheets: [{ name: spec.name, regions }],
  remove: [],
  describe: [],
  accept: [],
  answers: {},
});
const tablesOf = ({ regions }) => regions.filter(({ kind }) => kind === 'data');

export const rightCorrections = {
  'other names': (spec) =>
    correct(
      spec,
      tablesOf(spec).map(({ id, columns }) => ({
        id,
        name: `my_${id}`,
        columns: columns.map(({ source, cell }, at) => ({
          source,
          ...(cell && { cell }),
          name: `column ${at + 1}`,
        })),
      })),
    ),
  'fractions for whole numbers': (spec) =>
    correct(
      spec,
      tablesOf(spec).map(({ id, columns }) => ({
        id,
        columns: columns
          .filter(({ type }) => type === 'BIGINT')
          .map(({ source, cell }) => ({ source, ...(cell && { cell }), type: 'DOUBLE' })),
      })),
    ),
  'periods across or down': (spec) => answer(spec, '.periods', 'wide'),
  'levels in one table': (spec) => answer(spec, '.levels', 'flat'),
};

function answer({ regions }, ending, choice) {
  const questions = regions.flatMap(({ questions: asked = [] }) =>
    asked.filter(({ id }) => id.endsWith(ending)),
  );
  if (questions.length === 0) return undefined;
  const answers = Object.fromEntries(questions.map(({ id }) => [id, choice]));
  return { sheets: [], remove: [], describe: [], accept: [], answers };
}
