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
function alone<Given extends unknown[]>(work: (...given: Given) => Promise<unknown>) {
  return async (...given: Given): Promise<unknown> => {
    forgetLastFile();
    return await work(...given);
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
