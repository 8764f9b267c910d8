/** Below this zoom cards are signs: name, colour of the type, status; and lines carry no words. */
export const DETAIL_ZOOM = 0.5;
