import { spawn } from 'node:child_process';

/**
 * Shows an address in the person's browser: by the program that `BROWSER` names, else by the one that the system has for it.
 * Answers false where there is none, or it fails at once.
 */
export function openBrowser(address: string): Promise<boolean> {
  const [program, args] = programFor(address);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), PATIENCE);
    const end = (isShown: boolean) => (): void => {
      clearTimeout(timer);
      resolve(isShown);
    };
    child.on('error', end(false));
    child.on('exit', (code) => end(code === 0)());
    child.unref();
  });
}

/** How long a program may take to say that it fails, in ms. One that is the browser itself continues. */
const PATIENCE = 2000;

function programFor(address: string): readonly [string, readonly string[]] {
  const own = process.env['BROWSER'];
  if (own) return [own, [address]];
  switch (process.platform) {
    case 'darwin':
      return ['open', [address]];
    case 'win32':
      return ['rundll32', ['url.dll,FileProtocolHandler', address]];
    default:
      return ['xdg-open', [address]];
  }
}
