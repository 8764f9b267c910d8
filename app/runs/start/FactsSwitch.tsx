import { type ReactNode, useId } from 'react';
import { Switch } from '../../ui/index.ts';
import styles from './FactsSwitch.module.css';

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
