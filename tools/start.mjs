/** `npm start`: installs what is missing, builds the app and serves it. Options of `vite preview` pass through. */
import { ensurePackages, giveUp, run } from './ensure.mjs';

ensurePackages();
if (!run('vite', ['build', '--logLevel', 'warn'])) giveUp('The app could not be built: see the message above.');
console.log('\nSignalbox opens on a sample that runs offline, without a key. Press Run. Ctrl-C ends the server.');
if (!run('vite', ['preview', ...process.argv.slice(2)])) process.exitCode = 1;
