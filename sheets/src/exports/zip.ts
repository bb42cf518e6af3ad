export { ZipStream } from '../zip/zip-stream.js';
