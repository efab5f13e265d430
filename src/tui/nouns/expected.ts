// Expected calls of hooks in the terminal UI: the pings of other programs.

import type {ExpectedCall} from '../../shared/records/expected-call.ts';
import {formatDuration, formatWhen, untilChangesAt} from '../../shared/time/format-time.ts';
import {dateTime, facts} from './format/document.ts';
import {coming} from './format/format-noun.ts';
import type {NounView} from './noun-view.ts';

export const expected: NounView<ExpectedCall> = {
  kind: 'expected',
  label: () => 'ping',
  sign: () => 'ping',
  name: 'an expected ping',
  ref: () => undefined,
  list: 'plan',
  row: ({hook}) => `expected:${hook}`,
  state: ({overdueAt}) => (overdueAt === undefined ? undefined : {text: 'overdue', sign: '!', tone: 'now'}),
  line: ({hook, dueAt}) => ({shape: 'coming', at: dueAt, what: `${hook} pings at the latest`}),
  detail: (call, {now}) => ({
    text: `You are told when the hook ${call.hook} isn't called in time`,
    facts: [lastCall(call, now), `expected every ${formatDuration(call.withinMs)}`],
  }),
  sentence: (call, {now}) =>
    call.overdueAt === undefined
      ? `${call.hook} should ping at the latest ${coming(call.dueAt, now)}`
      : `${call.hook} is overdue; ${lastCall(call, now)}`,
  document: ({hook, withinMs, lastAt, dueAt, overdueAt, sinceAt}) => ({
    title: `ping of ${hook}`,
    facts: facts([
      ['next', dateTime(dueAt)],
      ['last', lastAt === undefined ? undefined : dateTime(lastAt)],
      ['since', dateTime(sinceAt)],
      ['overdue', overdueAt === undefined ? undefined : dateTime(overdueAt)],
      ['every', formatDuration(withinMs)],
      ['settings', `"hooks.${hook}.expect" in the configuration`],
    ]),
    text: 'Another program calls this hook regularly. You are told once when it stops, and once when it goes on.',
    form: 'plain',
  }),
  search: ({hook}) => [hook, 'ping'],
  filters: () => [],
  contexts: () => [],
  because: ({hook}) => `; hooks.${hook}.expect in the configuration decides about it`,
  changes: ({dueAt}, now) => [untilChangesAt(dueAt, now)],
  isMarked: ({overdueAt}) => overdueAt !== undefined,
};

const lastCall = ({lastAt}: ExpectedCall, now: number): string =>
  lastAt === undefined ? 'no ping yet' : `last ping ${formatWhen(lastAt, now)}`;
