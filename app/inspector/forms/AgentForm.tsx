import { type ReactNode, useState } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { addAction, removeResource, renameResource } from '#engine/edit';
import { propertiesAt } from '#engine/model';
import { isJsonObject, type Json, toJson } from '#engine/values';
import type { ModelTest } from '#engine/worker';
import { session, useIsReadOnly } from '../../session/index.ts';
import { openMemory, testModel } from '../../session/workspace/index.ts';
import { BrainIcon, PlugIcon, PlusIcon, XIcon } from '../../ui/icons.ts';
import { Button, Field, formatLength, IconButton, TextField } from '../../ui/index.ts';
import { DataRows } from '../fields/DataRows.tsx';
import { ImportField } from '../fields/ImportField.tsx';
import { MessageRows } from '../fields/MessageRows.tsx';
import { SchemaFields } from '../fields/SchemaFields.tsx';
import { ToolPicker } from '../fields/ToolPicker.tsx';
import { edit } from '../parts/edit.ts';
import { Group } from '../parts/Group.tsx';
import { OtherKeys } from '../parts/OtherKeys.tsx';
import { readDocument } from '../parts/readDocument.ts';
import styles from './TestConnection.module.css';

export interface AgentFormProps {
  readonly analysis: ShownAnalysis;
  readonly id: string;
  readonly path: Path;
}

/** An agent with everything the format gives it: model, instructions, actions, tools, memory, environment. */
export function AgentForm({ analysis, id, path }: AgentFormProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const agent = analysis.workflow.agents.find((candidate) => candidate.id === id);
  const memory = agent?.memory ?? analysis.workflow.memory;
  const known = propertiesAt(path, readDocument(analysis)).map((property) => property.key);
  return (
    <>
      <Group title="What it is">
        <ImportField analysis={analysis} path={path} kind="agent" />
        <SchemaFields path={path} only={['use', 'instructions']} />
      </Group>
      <Group title="Model" path={[...path, 'config']}>
        <SchemaFields path={[...path, 'config']} />
        <TestConnection config={toJson(agent?.config ?? null)} />
      </Group>
      <Group
        title="Actions"
        path={[...path, 'actions']}
        actions={
          !isReadOnly && (
            <IconButton
              label="Add an action"
              icon={<PlusIcon />}
              size="small"
              onClick={() => edit((now) => addAction(now, { agent: id }))}
            />
          )
        }
      >
        {agent?.actions.map((action) => (
          <ActionFields key={action.id} agent={id} id={action.id} path={action.path} />
        ))}
        {agent?.actions.length === 0 && (
          <Button
            variant="ghost"
            size="small"
            icon={<PlusIcon />}
            disabled={isReadOnly}
            onClick={() => edit((now) => addAction(now, { agent: id }))}
          >
            Add an action
          </Button>
        )}
      </Group>
      <Group title="Tools it may call" path={[...path, 'tools']} startsClosed={agent?.tools.length === 0}>
        <ToolPicker path={[...path, 'tools']} />
      </Group>
      <Group title="Base input" path={[...path, 'with']} startsClosed={agent?.with === null}>
        <DataRows path={[...path, 'with']} />
      </Group>
      <Group title="Environment" path={[...path, 'env']} startsClosed={agent?.env === null}>
        <DataRows path={[...path, 'env']} addLabel="Add a variable" />
      </Group>
      <Group title="Memory" path={[...path, 'memory']} startsClosed={agent?.memory === null}>
        {memory !== null && (
          <Button size="small" icon={<BrainIcon />} onClick={() => openMemory(memory.id)}>
            {agent?.memory ? 'Show what it holds' : 'Show what the workflow’s memory holds'}
          </Button>
        )}
        <SchemaFields path={[...path, 'memory']} />
      </Group>
      <div style={{ padding: '0 14px 14px' }}>
        <OtherKeys path={path} known={known} />
      </div>
    </>
  );
}

interface ActionFieldsProps {
  readonly agent: string;
  readonly id: string;
  readonly path: Path;
}

function ActionFields({ agent, id, path }: ActionFieldsProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const name = { kind: 'action', agent, id } as const;
  return (
    <Group
      title={id || 'Without id'}
      path={path}
      startsClosed={false}
      actions={
        !isReadOnly && (
          <IconButton
            label={`Remove action ${id}`}
            icon={<XIcon />}
            size="small"
            onClick={() => edit((now) => removeResource(now, name))}
          />
        )
      }
    >
      <Field label="ID" layout="row">
        <TextField
          isMono
          disabled={isReadOnly}
          value={id}
          onCommit={(to) =>
            edit((now) =>
              renameResource(now, { ...name, to: to.trim(), files: session.getState().document.workspace.files }),
            )
          }
        />
      </Field>
      <SchemaFields path={path} only={['instructions']} />
      <Field label="Messages" field={[...path, 'messages'].join('.')}>
        <MessageRows path={[...path, 'messages']} />
      </Field>
      <SchemaFields path={path} except={['id', 'instructions', 'messages']} />
    </Group>
  );
}

/** Tries an agent's model with one word: whether address, key and model are right, or what is wrong and what to do. */
function TestConnection({ config }: { readonly config: Json }): ReactNode {
  const [test, setTest] = useState<ModelTest | 'running' | null>(null);
  async function run() {
    setTest('running');
    setTest(await testModel(isJsonObject(config) ? config : {}));
  }
  return (
    <div className={styles.test}>
      <Button size="small" icon={<PlugIcon />} isBusy={test === 'running'} onClick={() => void run()}>
        Test the connection
      </Button>
      <div role="status">{test !== null && test !== 'running' && <Answer test={test} />}</div>
    </div>
  );
}

function Answer({ test }: { readonly test: ModelTest }): ReactNode {
  if (!test.ok) {
    return (
      <p className={styles.wrong}>
        <code>{test.error.code}</code> {test.error.message}
      </p>
    );
  }
  return (
    <>
      <p className={styles.right}>{`${test.model} answered in ${formatLength(test.duration)}.`}</p>
      {test.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} className={styles.note}>
          {message}
        </p>
      ))}
    </>
  );
}
