import { config } from 'zod/v4/core';

// Loaded before any library that makes zod schemas: these would try `new Function`, which the page's policy reports.
config({ jitless: true });
