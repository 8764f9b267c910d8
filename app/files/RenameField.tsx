import { useState } from 'react';
import { session } from '../session/index.ts';
import { TextField } from '../ui/index.ts';

/** A file's name being changed in its place. Enter and leaving take it, Escape does not; `onDone` gets null when it stays. */
export function RenameField({ path, onDone }: { readonly path: string; readonly onDone: (to: string | null) => void }) {
  const [name, setName] = useState(path);
  const problem = checkName(name, path, session.getState().document.workspace.files);
  const finish = () => onDone(problem === null && name.trim() !== path ? name.trim() : null);
  return (
    <TextField
      size="small"
      autoFocus
      aria-label="File name"
      title={problem ?? undefined}
      isInvalid={problem !== null}
      value={name}
      onChange={setName}
      onFocus={(event) => event.target.setSelectionRange(0, Math.max(0, path.lastIndexOf('.')))}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone(null);
        }
      }}
    />
  );
}

/** Why a file cannot have a name, as a message for the user; null when it can. Paths use `/`, relative to the workspace. */
export function checkName(name: string, current: string, files: ReadonlyMap<string, string>): string | null {
  const path = name.trim();
  if (path === '') return 'A file needs a name.';
  if (!/\.(ya?ml|json)$/.test(path)) return 'The name of a workflow ends in .yaml, .yml or .json.';
  if (path.startsWith('/') || path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return 'A path has no empty parts and does not leave the workspace.';
  }
  if (path !== current && files.has(path)) return `${path} is already here.`;
  return null;
}
