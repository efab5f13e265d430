// Sends messages that quiet hours held back as one numbered message, in order. It takes the place of the first item's
// own delivery, so its key admits one.

import type {Escalation} from '../../../shared/records/delivery/escalation.ts';
import {sentByProgram} from '../../../shared/records/message.ts';
import {joinLimits, type TextLimit} from '../../../shared/records/trust.ts';
import {clockTimeOrMoment} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {runOf} from '../../delivery/reach/copies.ts';
import {firstReason, nextWay} from '../../delivery/reach/ways.ts';
import type {Emit} from '../../ports/store.ts';
import {limitsOfRun} from '../../turns/run-transcript.ts';
import type {Announcer} from '../announce.ts';

type DigestDeps = Core & {
  readonly announcer: Pick<Announcer, 'putDirectly' | 'sendNotice'>;
};

/** Sends the held items of a person, which are in order and not empty. Runs in the current transaction. */
export const sendDigest = (deps: DigestDeps, items: readonly Escalation[], emit: Emit): void => {
  const {
    store,
    clock,
    announcer,
    reach,
    people: {zoneOf},
    reschedule,
  } = deps;
  const [first] = items;
  if (first === undefined) return;
  const run = runOf(store, first);
  const now = clock.now();
  const {person, ways, source, repeatNumber, alreadyIn, key, notice} = first;
  const isOne = items.length === 1;
  const digest = isOne ? {} : {digest: first.id};
  for (const item of items.slice(1)) {
    store.escalations.update({...item, nextAt: undefined, state: 'over', outcome: 'digest', endedAt: now, ...digest});
  }
  const inOrder = reach.waysTo(person, first.kind) !== undefined;
  const around = reach.around(person);
  const way = inOrder ? (nextWay({ways, tried: []}, around) ?? ways[0]) : undefined;
  if (way === undefined) {
    store.escalations.update({...first, nextAt: undefined, state: 'over', outcome: 'digest', endedAt: now, ...digest});
  } else {
    const nextAt = now + first.afterMs;
    const tried = [{address: way, at: now, why: firstReason(ways, way, around)}];
    store.escalations.update({...first, state: 'open', tried, nextAt, ...digest});
    reschedule(nextAt);
  }
  const text = isOne ? (first.text ?? '') : formatDigest(items, now, zoneOf(person));
  const how = {
    markup: isOne && first.plain !== true ? (true as const) : undefined,
    repeatNumber,
    alreadyIn: isOne && alreadyIn !== undefined ? alreadyIn : undefined,
    limits: limitsOfHeld(store, items),
  };
  for (const address of way === undefined ? ways : [way]) {
    // The conversation already has a note.
    if (run !== undefined && isOne && notice === true)
      announcer.sendNotice(text, {run, source, key, limits: how.limits}, address, emit);
    else announcer.putDirectly({run, source, text, key, ...how}, address, emit);
  }
};

/** The texts from elsewhere in held messages. One of a program is such a text itself. */
export const limitsOfHeld = (store: Core['store'], items: readonly Escalation[]): readonly TextLimit[] =>
  joinLimits(
    ...items.map((item): readonly TextLimit[] | undefined => {
      const {source} = item;
      if (sentByProgram(source)) return [{trust: 'public', by: {kind: source.kind, name: source.name}}];
      const run = runOf(store, item);
      return run && limitsOfRun(store, run);
    }),
  );

const formatDigest = (items: readonly Escalation[], now: EpochMs, zone: string): string =>
  [
    `${items.length} messages waited. To answer one, write its number: "2 done".`,
    ...items.map(
      (item, index) =>
        `${index + 1}. ${clockTimeOrMoment(item.createdAt, now, zone)}, ${titleOf(item)}: ${item.text ?? ''}`,
    ),
  ].join('\n\n');

const titleOf = ({source}: Escalation): string => {
  switch (source.kind) {
    case 'cron':
    case 'system':
      return source.name ?? 'Rooster';
    default:
      return source.kind;
  }
};
