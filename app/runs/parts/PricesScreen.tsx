import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { ModelPrice } from '#engine/run';
import type { ShippedPrice } from '#engine/worker';
import { useSession } from '../../session/index.ts';
import { knownPrices, loadPrices, removePrice, setPrice } from '../../session/workspace/index.ts';
import { PlusIcon, Undo2Icon, XIcon } from '../../ui/icons.ts';
import { Button, Dialog, IconButton, NumberField, TextField } from '../../ui/index.ts';
import styles from './PricesScreen.module.css';

interface PricesScreenProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Prices of models: those that came with the app, with source and day, and those the user set. */
export function PricesScreen({ isOpen, onClose }: PricesScreenProps): ReactNode {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="large"
      title="Model prices"
      description="US dollars for a million tokens. Prices change often: compare them with your provider's page. Yours replace those that came with the app, for runs that start from now on."
    >
      <Prices />
    </Dialog>
  );
}

function Prices(): ReactNode {
  const own = useSession((state) => state.workspace.prices);
  const shipped = useSession((state) => state.workspace.shippedPrices);
  useEffect(() => void loadPrices(), []);
  const rows = knownPrices({ prices: own, shippedPrices: shipped }).toSorted((a, b) =>
    `${a.provider} ${a.model}` < `${b.provider} ${b.model}` ? -1 : 1,
  );
  return (
    <>
      <table className={styles.prices}>
        <thead>
          <tr>
            <th scope="col">Provider</th>
            <th scope="col">Model</th>
            <th scope="col">Input</th>
            <th scope="col">Output</th>
            <th scope="col">Source</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((price) => (
            <PriceRow
              key={`${price.provider} ${price.model}`}
              price={price}
              hasShipped={shipped.some((each) => each.provider === price.provider && each.model === price.model)}
            />
          ))}
        </tbody>
      </table>
      <NewPrice />
    </>
  );
}

function PriceRow({
  price,
  hasShipped,
}: {
  readonly price: ModelPrice | ShippedPrice;
  readonly hasShipped: boolean;
}): ReactNode {
  const { provider, model, input, output } = price;
  const change = (part: Partial<ModelPrice>) => setPrice({ provider, model, input, output, ...part });
  return (
    <tr>
      <td>{provider}</td>
      <td>
        <code>{model}</code>
      </td>
      <td>
        <NumberField
          min={0}
          aria-label={`Price of input tokens of ${model}`}
          value={input}
          onCommit={(value) => value !== null && value !== input && change({ input: value })}
        />
      </td>
      <td>
        <NumberField
          min={0}
          aria-label={`Price of output tokens of ${model}`}
          value={output}
          onCommit={(value) => value !== null && value !== output && change({ output: value })}
        />
      </td>
      <td className={styles.source}>
        {'source' in price ? (
          <a href={price.source} target="_blank" rel="noreferrer">
            {new URL(price.source).host}, {price.date}
          </a>
        ) : (
          'You'
        )}
      </td>
      <td>
        {!('source' in price) && (
          <IconButton
            size="small"
            label={hasShipped ? `Take the price of ${model} that came with the app` : `Forget the price of ${model}`}
            icon={hasShipped ? <Undo2Icon /> : <XIcon />}
            onClick={() => removePrice(price)}
          />
        )}
      </td>
    </tr>
  );
}

function NewPrice(): ReactNode {
  const [provider, setProvider] = useState('');
  const [model, setModel] = useState('');
  const [input, setInput] = useState<number | null>(null);
  const [output, setOutput] = useState<number | null>(null);
  const isWhole = provider.trim() !== '' && model.trim() !== '' && input !== null && output !== null;
  function add(event: FormEvent) {
    event.preventDefault();
    if (!isWhole) return;
    setPrice({ provider: provider.trim(), model: model.trim(), input, output });
    setProvider('');
    setModel('');
    setInput(null);
    setOutput(null);
  }
  return (
    <form className={styles.add} onSubmit={add}>
      <TextField aria-label="Provider" placeholder="Provider" value={provider} onChange={setProvider} />
      <TextField isMono aria-label="Model" placeholder="Model, as in config.model" value={model} onChange={setModel} />
      <NumberField min={0} aria-label="Price of input tokens" placeholder="Input" value={input} onCommit={setInput} />
      <NumberField
        min={0}
        aria-label="Price of output tokens"
        placeholder="Output"
        value={output}
        onCommit={setOutput}
      />
      <Button type="submit" icon={<PlusIcon />} disabled={!isWhole}>
        Add
      </Button>
    </form>
  );
}
