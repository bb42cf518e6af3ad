import { serve } from '../../process/serve.js';
import { computeSegment, evaluateRows } from './compute-formulas.js';
import { exportXlsx } from './export-xlsx.js';
import { landFile } from './land-file.js';
import { forgetLastFile } from './last-file.js';
import { preserveXlsx } from './preserve-xlsx.js';
import { readCells } from './read-cells.js';
import { readRawValues } from './read-raw-values.js';
import { analyzeFile, checkSpecs, materializeFile, readRegionRows, structureFile } from './structure-file.js';

/** Large work has the memory for itself: what was kept for the next look at a file goes first. */
function alone<Payload>(work: (payload: Payload) => Promise<unknown>) {
  return async (payload: Payload): Promise<unknown> => {
    forgetLastFile();
    return await work(payload);
  };
}

serve({
  landFile: alone(landFile),
  structureFile: alone(structureFile),
  materializeFile: alone(materializeFile),
  analyzeFile,
  checkSpecs,
  readRegionRows,
  readCells,
  readRawValues,
  exportXlsx: alone(exportXlsx),
  preserveXlsx: alone(preserveXlsx),
  evaluateRows,
  computeSegment: alone(computeSegment),
});
