import { writeClipboard } from '../platform/index.ts';
import { notify } from './notices.ts';

/** Copies text and says so; says why when the browser refuses. */
export async function copyText(text: string, said = 'Copied.'): Promise<void> {
  const isDone = await writeClipboard(text);
  notify(
    isDone
      ? { kind: 'success', message: said }
      : {
          kind: 'error',
          message: 'The browser did not let the page write to the clipboard. Select the text and copy it by hand.',
        },
  );
}
