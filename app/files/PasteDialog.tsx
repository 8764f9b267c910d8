import { useState } from 'react';
import { findSourceProblem } from '#engine/edit';
import { closeDialog, useSession } from '../session/index.ts';
import { Button, CodeField, type CodeProblem, Dialog, Field } from '../ui/index.ts';
import { startPasted } from './fileActions.tsx';

/** A workflow from pasted text, where the browser does not let the page read the clipboard itself. */
export function PasteDialog() {
  const isOpen = useSession((state) => state.view.dialog === 'paste');
  return (
    <Dialog isOpen={isOpen} onClose={closeDialog} title="Paste a workflow">
      <PasteForm />
    </Dialog>
  );
}

function PasteForm() {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        closeDialog();
        startPasted(text);
      }}
    >
      <Field label="YAML or JSON">
        <CodeField
          name="The workflow"
          language="yaml"
          check={findMistake}
          autoFocus
          rows={12}
          value={text}
          onChange={setText}
          placeholder={'tasks:\n  - id: first\n    type: basic'}
        />
      </Field>
      <p style={{ display: 'flex', justifyContent: 'flex-end', marginTop: 12 }}>
        <Button type="submit" variant="primary" disabled={text.trim() === ''}>
          Create the workflow
        </Button>
      </p>
    </form>
  );
}

function findMistake(text: string): CodeProblem | null {
  const problem = findSourceProblem(text);
  return problem === null ? null : { message: problem.message, ...problem.range };
}
