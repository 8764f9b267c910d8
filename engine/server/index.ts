/** The server behind `signalbox open`: the built app on loopback, with a folder of the disk as its workspace. */
export { type FolderServer, type ServeOptions, serveFolder } from './serveFolder.ts';
