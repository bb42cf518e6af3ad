const BOUNDS = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 1.01];

/** How often tables are right, by confidence, of `[{confidence, right}]`. */
export function calibrationRows(judged) {
  return BOUNDS.slice(1).map((below, at) => {
    const from = BOUNDS[at];
    const bin = judged.filter(({ confidence }) => confidence >= from && confidence < below);
    const right = bin.filter((one) => one.right).length;
    const name = below > 1 ? `${from} and more` : `${from} to ${below}`;
    return [name, bin.length, bin.length === 0 ? '' : (right / bin.length).toFixed(3)];
  });
}
