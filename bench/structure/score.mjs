// The scorer of the shared test data, which lies beside the repository. It is loaded by address, so that the types of
// the benchmarks do not depend on whether it is there.
const scorer = await import(new URL('../../../shared/score/score.mjs', import.meta.url).href);

export const { readJsonl, sameTable, scoreAggregations, scoreLines, scoreRegions, scoreReshape } = scorer;
