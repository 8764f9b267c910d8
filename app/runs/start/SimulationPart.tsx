import { type ReactNode, useId, useMemo } from 'react';
import { BUILT_INS, builtInUse, MOCK_PROVIDER, resolveUse, type Workflow, walkTasks } from '#engine/model';
import { Switch } from '../../ui/index.ts';
import styles from './FactsSwitch.module.css';

/** How many names a line holds; more are counted. */
const MOST_NAMES = 4;

interface SimulationPartProps {
  readonly workflow: Workflow;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The switch of a simulated run, what the file simulates without it, what it adds, and what goes out either way. */
export function SimulationPart({ workflow, isOn, onChange }: SimulationPartProps): ReactNode {
  const simulation = useMemo(() => listSimulation(workflow), [workflow]);
  if (simulation.own.length + simulation.added.length === 0 && !isOn) return null;
  return (
    <FactsSwitch
      name="Simulate models and tools"
      effect="answers are made up from their schemas"
      facts={describeSimulation(simulation, isOn)}
      isOn={isOn}
      onChange={onChange}
    />
  );
}

function describeSimulation({ own, added, outgoing }: Simulation, isOn: boolean): readonly string[] {
  const facts: string[] = [];
  if (own.length > 0) facts.push(`Simulated by the file itself, with its provider mock: ${nameAll(own)}.`);
  if (added.length > 0) facts.push(`${isOn ? 'Simulated in this run' : 'What this adds'}: ${nameAll(added)}.`);
  if (outgoing.length > 0) facts.push(`Calls out in any case: ${nameAll(outgoing)}.`);
  return facts;
}

function nameAll(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  if (rest > 1) return `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more`;
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What of a workflow is made up in a run, and what is not; each list in document order, without doubles. */
interface Simulation {
  /** Agents that the file itself gives the provider `mock`: they are simulated in every run. */
  readonly own: readonly string[];
  /** Agents and tools that a simulated run makes up besides. */
  readonly added: readonly string[];
  /** Built-ins that call out in a simulated run as in any other. */
  readonly outgoing: readonly string[];
}

const OUTGOING: ReadonlySet<string> = new Set(BUILT_INS.filter(({ reach }) => reach !== 'nowhere').map(builtInUse));

/** Reads from the tasks of a workflow, and the tools of its agents, what the switch of a simulated run would change. */
export function listSimulation(workflow: Workflow): Simulation {
  const [own, added, outgoing] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const tools = new Map(workflow.tools.map(({ id, use }) => [id, use?.text ?? '']));
  const callTool = (reference: string) => {
    const use = tools.get(reference.replace(/^tool:/, '')) ?? reference;
    if (OUTGOING.has(use)) outgoing.add(use);
    else if (!use.startsWith('core:')) added.add(reference);
  };
  for (const { task } of walkTasks(workflow)) {
    const use = resolveUse(workflow, task);
    if (use.kind === 'agent') {
      const provider = use.action?.config?.get('provider') ?? use.agent.config?.get('provider');
      (provider === MOCK_PROVIDER ? own : added).add(use.agent.id);
      for (const tool of use.agent.tools) if (typeof tool === 'string') callTool(tool);
    } else if (task.use !== null) callTool(task.use.text);
  }
  return { own: [...own], added: [...added], outgoing: [...outgoing] };
}

interface FactsSwitchProps {
  /** What is switched. */
  readonly name: string;
  /** What it does, after its name. */
  readonly effect: string;
  /** What else one has to know, a sentence each. */
  readonly facts: readonly string[];
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch of the run form, with what follows from it below its name. */
export function FactsSwitch({ name, effect, facts, isOn, onChange }: FactsSwitchProps): ReactNode {
  const described = useId();
  return (
    <div className={styles.part}>
      <Switch checked={isOn} onChange={onChange} aria-label={name} aria-describedby={described} />
      <div>
        <span aria-hidden>{`${name}: ${effect}`}</span>
        <ul id={described} className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
