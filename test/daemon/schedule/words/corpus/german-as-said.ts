// German sentences as people type or dictate them. Said in Berlin on Thursday 19 November 2026 at 10:00.
import type {Row} from './row.ts';

export const GERMAN_AS_SAID: readonly Row[] = [
];
