import { loadRanking } from '../layout/index.ts';

// Tests place cards as the app does once it has asked for what ranks them.
await loadRanking();
