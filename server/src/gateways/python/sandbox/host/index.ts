import answer from './answer.js';
import forgetInstallation from './forget-installation.js';
import inputs from './inputs.js';
import output from './output.js';
import outputCells from './output-cells.js';
import outputFrames from './output-frames.js';
import refused from './refused.js';
import report from './report.js';
import table from './table.js';

export const HOST_PACKAGE = 'workbook_host';

/**
 * The Python side, module by module. It is text in TypeScript, so that it is wherever the compiled code is.
 */
export const hostModules: Record<string, string> = {
  __init__: forgetInstallation,
  answer,
  inputs,
  output,
  output_cells: outputCells,
  output_frames: outputFrames,
  refused,
  report,
  table,
};
