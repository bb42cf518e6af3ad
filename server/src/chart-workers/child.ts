import { serve } from '../process/serve.js';
import { draw } from './draw.js';

const calls = { draw };

export type ChartWorkerCalls = typeof calls;

serve(calls);
