/** Bundles the command line to `dist-cli/signalbox.js` and its parts next to it; another folder may be given. */
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { cliBuild } from './cliBuild.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const outDir = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist-cli'));
await build(cliBuild(outDir));
chmodSync(path.join(outDir, 'signalbox.js'), 0o755);
