import { Fragment, type ReactNode } from 'react';
import { session, setPanel, useSession } from '../session/index.ts';
import { type AskedModel, findMissingKeys } from '../session/proposals/index.ts';
import { setVariables } from '../session/workspace/index.ts';
import { KeyRoundIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './assistant.module.css';

/** Variables that a model needs and that have no value here; none while no model is chosen. */
export function useMissingKeys(model: AskedModel | null): readonly string[] {
  const variables = useSession((state) => state.workspace.variables);
  return model === null ? [] : findMissingKeys(model.config, variables);
}

/** Says which variables a model needs, and leads to where they get a value. What was typed and chosen is still there after that. */
export function MissingKeys({ names }: { readonly names: readonly string[] }): ReactNode {
  const [first] = names;
  if (first === undefined) return null;
  return (
    <div className={styles.missing} role="status">
      <p>
        This model needs{' '}
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ' and '}
            <code>{name}</code>
          </Fragment>
        ))}
        , which {names.length === 1 ? 'has' : 'have'} no value here yet. Your request is kept.
      </p>
      <Button size="small" icon={<KeyRoundIcon />} onClick={() => addNames(names)}>
        {names.length === 1 ? `Set ${first}` : 'Set the variables'}
      </Button>
    </div>
  );
}

/** Adds the names that are not there yet, as secrets: keys are what is missing most, and each can be made plain. */
function addNames(names: readonly string[]): void {
  const { variables } = session.getState().workspace;
  const added = names.filter((name) => !variables.some((variable) => variable.name === name));
  if (added.length > 0) setVariables([...variables, ...added.map((name) => ({ name, value: '', isSecret: true }))]);
  setPanel('variables');
}
