export { ZipWriter } from '../zip/zip-writer.js';
