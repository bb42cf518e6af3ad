import { serve } from '../../process/serve.js';
import { computeSegment, evaluateRows } from './compute-formulas.js';
import { exportXlsx } from './export-xlsx.js';
import { landFile } from './land-file.js';

serve({ landFile, exportXlsx, evaluateRows, computeSegment });
