import { beforeEach, expect, it } from 'vitest';
import { undo } from '../session/document/dispatch.ts';
import { session } from '../session/index.ts';
import { collectNotices, resetSession, textOf } from '../session/testSession.ts';
import { addNewAgent } from './NewAgentForm.tsx';

const TEXT = 'tasks:\n  - id: a\n    type: map\n';
const SAID = {
  name: 'Order writer',
  provider: 'openai',
  model: 'gpt-5',
  instructions: 'Write to the customer.',
  isPlaced: true,
};

beforeEach(() => resetSession({ 'a.yaml': TEXT }));

it('is written as it was described, with a task that continues the chain, in one step', () => {
  const notices = collectNotices();
  expect(addNewAgent(SAID)).toBe(true);
  const text = textOf('a.yaml') ?? '';
  for (const part of [
    /id: a\n {4}type: map\n {4}on_success:\s+(\{ )?next: order-writer/,
    /name: Order writer/,
    /use: agent:order-writer/,
    /provider: openai/,
    /model: gpt-5/,
    /instructions: Write to the customer\./,
  ])
    expect(text).toMatch(part);
  expect([...session.getState().document.selection.tasks]).toEqual(['order-writer']);
  expect(notices).toEqual([]);
  undo();
  expect(textOf('a.yaml')).toBe(TEXT);
});

it('comes without a task where none is wanted, for an agent to call', () => {
  expect(addNewAgent({ ...SAID, isPlaced: false })).toBe(true);
  expect(textOf('a.yaml')).not.toContain('agent:order-writer');
  expect(session.getState().document.selection.resource).toEqual({ kind: 'agent', id: 'order-writer' });
});

it('runs offline where nothing is said, under a name that is free', () => {
  addNewAgent({ name: '', provider: 'mock', model: ' ', instructions: '', isPlaced: false });
  addNewAgent({ name: '', provider: 'mock', model: ' ', instructions: '', isPlaced: true });
  expect(textOf('a.yaml')).toMatch(/id: agent\n[^]*provider: mock\n\s+model: mock-1[^]*id: agent-2/);
});
