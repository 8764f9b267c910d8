import { useState } from 'react';
import type { Analysis } from '#engine';
import { extractToFile } from '#engine/edit';
import { closeDialog, dispatch, notify, useAnalysis, useSession } from '../session/index.ts';
import { Button, Dialog, Field, TextField } from '../ui/index.ts';
import styles from './ExtractDialog.module.css';
import { openDefinition } from './parts/openDefinition.ts';
import { selectedDefinition } from './selectedDefinition.ts';

/** Asks for the file that a task, agent or tool goes to; it is imported from there. */
export function ExtractDialog() {
  const isOpen = useSession((state) => state.view.dialog === 'extract');
  const analysis = useAnalysis('own');
  const kind = useSession((state) => selectedDefinition(state)?.kind);
  const id = useSession((state) => selectedDefinition(state)?.id);
  const isReady = isOpen && analysis !== null && kind !== undefined && id !== undefined;
  return (
    <Dialog
      isOpen={isReady}
      onClose={closeDialog}
      title={`Extract ${id ?? ''} to a file`}
      description={
        kind === 'task'
          ? 'What it does goes to the file. Its id and its lines stay here, with an import.'
          : 'The definition goes to the file. Its id stays here, with an import.'
      }
    >
      {isReady && <ExtractForm key={`${kind} ${id}`} analysis={analysis} definition={{ kind, id }} />}
    </Dialog>
  );
}

interface ExtractFormProps {
  readonly analysis: Analysis;
  readonly definition: { readonly kind: 'task' | 'agent' | 'tool'; readonly id: string };
}

function ExtractForm({ analysis, definition }: ExtractFormProps) {
  const files = useSession((state) => state.document.workspace.files);
  const [path, setPath] = useState(() => proposePath(analysis.path, definition, files));
  const target = path.trim();
  const result = extractToFile(analysis, { ...definition, path: target, files });
  const problem = result.ok || target === '' ? undefined : result.error.message;

  function extract() {
    closeDialog();
    if (!dispatch(result)) return;
    const [file = '', id = null] = target.split('#');
    const open = () => openDefinition(file, { kind: definition.kind, id });
    notify({
      kind: 'success',
      message: `${definition.id} was moved to ${file}.`,
      action: { label: 'Open', run: open },
    });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (result.ok) extract();
      }}
    >
      <Field label="File" error={problem}>
        <TextField isMono autoFocus value={path} onChange={setPath} />
      </Field>
      <div className={styles.buttons}>
        <Button onClick={closeDialog}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!result.ok}>
          Extract
        </Button>
      </div>
    </form>
  );
}

/**
 * A free file for a definition: next to the file it is in, in a folder of its kind, named by its id with what no file
 * name may hold as hyphens.
 */
export function proposePath(
  from: string,
  { kind, id }: { readonly kind: string; readonly id: string },
  files: ReadonlyMap<string, string>,
): string {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const name = id.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '') || kind;
  const stem = `${folder}${kind}s/${name}`;
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? `${stem}.yaml` : `${stem}-${count}.yaml`;
    if (!files.has(path)) return path;
  }
}
