/**
 * The script that is inside of the page itself, so that it is there when nothing else is. `tools/startScreen.mjs` puts it there, as
 * browsers of 2017 read it: what it uses has to be in them, too.
 */
import { watchStart } from './watchStart.ts';

const root = document.getElementById('root');
const screen = document.getElementById('start');
if (root !== null && screen !== null) watchStart(root, screen);
