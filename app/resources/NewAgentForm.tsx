import type { ReactNode } from 'react';
import { addAgent, newAgentId, newTaskId } from '#engine/edit';
import { MOCK_PROVIDER, MODEL_PROVIDERS } from '#engine/model';
import { activeAnalysis, dispatch, select } from '../session/index.ts';
import { addChoice, draftOfAgent } from '../session/workspace/index.ts';
import { Button, Field, Select, Switch, TextArea, TextField } from '../ui/index.ts';
import styles from './NewAgentForm.module.css';

const PROVIDERS = MODEL_PROVIDERS.map((value) => ({
  value,
  label: value === MOCK_PROVIDER ? 'mock: offline, no key' : value,
}));

interface NewAgentFormProps {
  readonly agent: NewAgent;
  readonly onChange: (agent: NewAgent) => void;
  readonly onDone: () => void;
}

/** Asks what an agent needs: its name, what it does and the model that it asks. All but the name can be left as it is. */
export function NewAgentForm({ agent, onChange, onDone }: NewAgentFormProps): ReactNode {
  const set = (change: Partial<NewAgent>) => onChange({ ...agent, ...change });
  return (
    <form
      className={styles.form}
      aria-label="New agent"
      onSubmit={(event) => {
        event.preventDefault();
        if (addNewAgent(agent)) onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onDone();
      }}
    >
      <Field label="Name">
        <TextField autoFocus placeholder="Agent" value={agent.name} onChange={(name) => set({ name })} />
      </Field>
      <Field label="What it does">
        <TextArea
          rows={3}
          placeholder="Answer the question in one paragraph."
          value={agent.instructions}
          onChange={(instructions) => set({ instructions })}
        />
      </Field>
      <Field label="Model provider">
        <Select value={agent.provider} options={PROVIDERS} onChange={(provider) => set({ provider })} />
      </Field>
      <Field label="Model" hint={needsModel(agent) ? `Enter a model of ${agent.provider}.` : undefined}>
        <TextField
          isMono
          placeholder={agent.provider === MOCK_PROVIDER ? 'mock-1' : ''}
          value={agent.model}
          onChange={(model) => set({ model })}
        />
      </Field>
      <Field label="Add a task that uses it" layout="row">
        <Switch checked={agent.isPlaced} onChange={(isPlaced) => set({ isPlaced })} />
      </Field>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="small" disabled={needsModel(agent)}>
          Add the agent
        </Button>
        <Button size="small" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Only the provider that makes answers up has a model without being told which. */
function needsModel({ provider, model }: NewAgent): boolean {
  return provider !== MOCK_PROVIDER && model.trim() === '';
}

/** What is asked of a new agent. */
export interface NewAgent {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly instructions: string;
  /** Whether a task that asks it comes with it. */
  readonly isPlaced: boolean;
}

/**
 * Writes an agent, and where it is wanted a task that asks it, where the panel of tasks would put it, in one step; what was added
 * is selected. Returns whether it was.
 */
export function addNewAgent({ name, isPlaced, ...said }: NewAgent): boolean {
  const analysis = activeAnalysis('own');
  if (analysis === null) return false;
  // As its task is called, where no other agent is.
  const id = newAgentId(analysis, { id: newTaskId(analysis, { ...draftOfAgent('agent'), name }) });
  const settings = {
    provider: said.provider,
    model: said.model.trim() || undefined,
    instructions: said.instructions.trim() || undefined,
  };
  if (isPlaced) {
    return addChoice({ ...draftOfAgent(id), name: name.trim() || undefined, agentSettings: settings });
  }
  if (!dispatch(addAgent(analysis, { id, ...settings }))) return false;
  select({ resource: { kind: 'agent', id } });
  return true;
}
