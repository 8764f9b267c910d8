import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, formatAddress, parseAddress } from './Address.ts';

const NOWHERE: Address = { path: null, run: null, inside: null, step: null, task: null, event: null };

describe('an address', () => {
  it('reads as a person would write it', () => {
    const address = { ...NOWHERE, path: 'shop/order report.yaml', run: 'r1', step: 12, event: 340 };
    expect(formatAddress(address)).toBe('#/shop/order%20report.yaml?run=r1&step=12&event=340');
  });

  it('is read back, whatever files, runs and tasks are called', () => {
    const name = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }));
    const number = fc.option(fc.nat());
    fc.assert(
      fc.property(
        fc.record({ path: name, run: name, inside: name, step: number, task: name, event: number }),
        (address) => {
          const text = formatAddress(address);
          expect(parseAddress(text)).toEqual(address);
          // What `signalbox open` looks for in an address is not in one of ours.
          expect(new URLSearchParams(text.slice(1)).get('token')).toBeNull();
        },
      ),
    );
  });

  it.each(['', '#', '#token=abc', '#/%E0%A4%A', `#/${'a'.repeat(5000)}`])('is none: %s', (hash) => {
    expect(parseAddress(hash)).toBeNull();
  });

  it('leaves out what is no number', () => {
    expect(parseAddress('#/a.yaml?step=-1&event=1e9')).toEqual({ ...NOWHERE, path: 'a.yaml' });
  });
});
