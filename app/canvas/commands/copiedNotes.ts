import { type Note, readLayout } from '#engine/layout';

/** How a line of the clipboard begins that holds a note: to YAML it is a comment. */
const MARK = '# signalbox note: ';

/** The YAML of tasks for the clipboard, with notes as comments behind it. */
export function writeCopiedNotes(yaml: string, notes: readonly Note[]): string {
  const lines = notes.map((note) => `${MARK}${JSON.stringify(note)}\n`).join('');
  return yaml === '' || yaml.endsWith('\n') || lines === '' ? yaml + lines : `${yaml}\n${lines}`;
}

/** A text of the clipboard, parted into notes and what else there is. Lines that hold no note stay comments. */
export function readCopiedNotes(text: string): { readonly yaml: string; readonly notes: readonly Note[] } {
  const rest: string[] = [];
  const notes: Note[] = [];
  for (const line of text.split('\n')) {
    const read = line.startsWith(MARK) ? readNote(line.slice(MARK.length)) : null;
    if (read) notes.push(read);
    else rest.push(line);
  }
  return { yaml: notes.length === 0 ? text : rest.join('\n'), notes };
}

function readNote(json: string): Note | null {
  return readLayout(`{"notes": [${json}]}`)?.notes?.[0] ?? null;
}
