import { loadPlacing } from '../layout/index.ts';

// Tests place cards as the app does once it has asked for what places them.
await loadPlacing();
