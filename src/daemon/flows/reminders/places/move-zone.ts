// Moves the pending reminders of a person to another zone: the wall times stay. What follows its person, or was set for
// the clocks of a place, isn't touched. All of them move in one transaction, and one undo takes them back.
import type {Reminder} from '../../../../shared/records/jobs/jobs.ts';
import {GatewayError, unknownUser} from '../../../../shared/text/gateway-error.ts';
import {checkZone} from '../../../../shared/time/check-zone.ts';
import type {Core} from '../../../core.ts';
import {type Actor, askedFor} from '../../../routing/actor.ts';
import {published} from '../../../schedule/series/advance.ts';
import {hasZone, inZone} from '../../../schedule/series/zones.ts';
import {keepForUndo} from '../undo-change.ts';

export type MoveRequest = {
  /** @default the person's own zone now */
  readonly zone?: string;
  /** Only those in this zone. */
  readonly from?: string;
  /** @default the caller */
  readonly user?: string;
  /** Without it nothing changes. */
  readonly confirm?: boolean;
};

/** `moved`: what moves, or would. */
export type ZoneMove = {
  readonly zone: string;
  readonly moved: readonly {readonly before: Reminder; readonly after: Reminder}[];
};

export const createZoneMoves = ({
  store,
  clock,
  people,
  times: {instants},
  reschedule,
}: Core): ((request: MoveRequest, actor: Actor) => Promise<ZoneMove>) => {
  const movesIn = ({zone, from, user}: Wanted): ZoneMove['moved'] => {
    const found = store.reminders.list({user, state: 'pending', limit: MOST + 1});
    if (found.length > MOST) throw new GatewayError('refused', `More than ${MOST} reminders are pending.`);
    return found
      .filter(({follows, zone: its}) => follows === undefined && its !== zone && (from === undefined || its === from))
      .filter(hasZone)
      .map(before => ({before, after: inZone(before, zone, clock.now(), instants)}));
  };

  return async (request, actor) => {
    if (!actor.operator && request.user !== undefined && request.user !== actor.user)
      throw new GatewayError('refused', 'You can only move your own reminders.');
    const person = people.person(request.user ?? actor.user);
    if (person === undefined && request.user !== undefined) throw unknownUser(request.user);
    const zone = checkZone(request.zone ?? people.zoneOf(person?.name));
    if (request.from !== undefined) checkZone(request.from);
    const wanted = {...request, zone, user: person?.name};
    if (request.confirm !== true) return {zone, moved: movesIn(wanted)};
    const moved = await store.transactBatched(emit => {
      const moves = movesIn(wanted);
      for (const {before, after} of moves) {
        store.reminders.update(after, before);
        const about = {session: actor.session, ...askedFor(actor, after.id), reminder: published(after)};
        emit({type: 'reminder.edited', ...about, changed: ['fireAt', ...(after.repeat ? (['repeat'] as const) : [])]});
      }
      const [first, ...more] = moves;
      if (first !== undefined)
        keepForUndo(store.cursors, actor, {at: clock.now(), ...first, more, change: 'move-zone'});
      return moves;
    });
    reschedule();
    return {zone, moved};
  };
};

type Wanted = MoveRequest & {readonly zone: string; readonly user: string | undefined};

const MOST = 1_000;
