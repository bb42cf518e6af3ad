import { serve } from '../../process/serve.js';
import { exportXlsx } from './export-xlsx.js';
import { landFile } from './land-file.js';

serve({ landFile, exportXlsx });
