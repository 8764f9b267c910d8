// First: nothing may start a worker before the policy that lets it.
import './platform/trustedTypes.ts';
// Second: its worker loads while what follows is made ready.
import { connection } from './connection.ts';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadActions, registerActions } from './actions/index.ts';
import { FIRST_ACTIONS } from './firstActions.ts';
import { applyRememberedTheme } from './platform/index.ts';
import { startSession } from './startSession.ts';

applyRememberedTheme();
registerActions(FIRST_ACTIONS);
loadActions(() => import('./contributions.ts').then(({ ACTIONS }) => ACTIONS));
const persistence = startSession(connection);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <App persistence={persistence} />
  </StrictMode>,
);
