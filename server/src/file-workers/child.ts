import { serve } from '../process/serve.js';
import { compareFiles } from './compare-files.js';
import { computeSegment, evaluateRows } from './compute-formulas.js';
import { exportXlsx } from './export-xlsx.js';
import { readFileCells } from './file-cells.js';
import { findFaults } from './find-faults.js';
import { forgetLastFile } from './last-file.js';
import { judgeAnswers, questionsAbout } from './model-readings.js';
import { preserveXlsx } from './preserve-xlsx.js';
import { readCells } from './read-cells.js';
import { analyzeFile, correctSpecs, readRegionRows } from './read-parse-specs.js';
import { readRawValues } from './read-raw-values.js';
import { rememberSheets } from './remember-sheets.js';
import { identifyFile, readReturnedFile } from './returning/read-returned-file.js';
import { tryOutSpecs } from './try-out-specs.js';
import { writeRawSheets } from './write-raw-sheets.js';
import { writeReport } from './write-report.js';
import { writeStructuredTables, writeTablesOfSpecs } from './write-structured-tables.js';

/** Large work needs the memory: the file cached for the next read is dropped first. */
function withAllMemory<Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) {
  return async (...given: Given): Promise<Answer> => {
    forgetLastFile();
    return await work(...given);
  };
}

const calls = {
  writeRawSheets: withAllMemory(writeRawSheets),
  writeStructuredTables: withAllMemory(writeStructuredTables),
  writeTablesOfSpecs: withAllMemory(writeTablesOfSpecs),
  analyzeFile,
  correctSpecs,
  tryOutSpecs,
  readRegionRows,
  rememberSheets,
  questionsAbout,
  judgeAnswers,
  readCells,
  readRawValues,
  readFileCells,
  compareFiles,
  findFaults,
  exportXlsx: withAllMemory(exportXlsx),
  preserveXlsx: withAllMemory(preserveXlsx),
  writeReport: withAllMemory(writeReport),
  identifyFile,
  readReturnedFile: withAllMemory(readReturnedFile),
  evaluateRows,
  computeSegment: withAllMemory(computeSegment),
};

export type FileWorkerCalls = typeof calls;

serve(calls);
