// Sentences as people type or dictate them, on an ordinary Thursday in Berlin.
import {ENGLISH_AS_SAID} from './english-as-said.ts';
import {GERMAN_AS_SAID} from './german-as-said.ts';
import type {Scene} from './row.ts';

const THURSDAY = {now: '2026-11-19T09:00:00Z', zone: 'Europe/Berlin'};

export const AS_SAID: readonly Scene[] = [
  {...THURSDAY, locale: 'en', rows: ENGLISH_AS_SAID},
  {...THURSDAY, locale: 'de-DE', rows: GERMAN_AS_SAID},
];
