/** Bundles the engine for other programs, with its types, to `dist-engine`; another folder may be given. */
import path from 'node:path';
import { build } from 'vite';
import { engineBuild } from './engineBuild.mjs';
import { closeTypes } from './engineTypes.mjs';
import { giveUp, ROOT, run } from './ensure.mjs';

const outDir = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist-engine'));
await build(engineBuild(outDir));
const typesDir = path.join(outDir, 'types');
const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', 'engine'];
if (!run('tsc', ['-p', 'engine/tsconfig.pure.json', ...types, '--outDir', typesDir]))
  giveUp('The types of the engine could not be written: see the message above.');
closeTypes(typesDir, 'doors/library.d.ts');
