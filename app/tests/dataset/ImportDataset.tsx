import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { addDatasetOf, workflowOfRows } from '../../session/tests/index.ts';
import { UploadIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { chooseRows } from './chooseRows.ts';

/** Makes a file of rows a dataset of the workflow that is open. */
export function ImportDataset(): ReactNode {
  const workflow = useSession(workflowOfRows);
  return (
    <Button
      size="small"
      variant="ghost"
      icon={<UploadIcon />}
      disabled={workflow === null}
      title="A CSV, or JSON Lines in the format of chat evaluations: the open workflow is played for each row"
      onClick={() => {
        if (workflow !== null) void choose(workflow);
      }}
    >
      Import rows…
    </Button>
  );
}

async function choose(workflow: string): Promise<void> {
  const chosen = await chooseRows();
  if (chosen !== null) await addDatasetOf(workflow, chosen);
}
