/** Zip archives of texts, without a library: stored when written, stored or deflated when read. Loaded with the first one. */
export { unzipFiles } from './readZip.ts';
export { writeZip } from './writeZip.ts';
