import { type ReactNode, useMemo } from 'react';
import type { Workflow } from '#engine/model';
import { FactsSwitch } from './FactsSwitch.tsx';
import { listSimulation, type Simulation } from './listSimulation.ts';

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
