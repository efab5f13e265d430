// A dry run of the policy: how often it would have asked about the calls of the last days.
import {setImmediate} from 'node:timers/promises';
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {
  ASK_KINDS,
  type AskKind,
  type AskTable,
  type Effect,
  type PolicyPreview,
} from '../../../shared/records/approval.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import type {ToolCall} from '../../../shared/records/message.ts';
import {limitsBelow} from '../../../shared/records/trust.ts';
import {replyAddress, type Turn} from '../../../shared/records/turn.ts';
import {DAY, type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {wallTimeAt} from '../../../shared/time/zone.ts';
import type {Core} from '../../core.ts';
import type {Tool} from '../../ports/tool.ts';
import {offlineCalls} from '../../turns/offline-turn.ts';
import type {TurnTools} from '../../turns/turn-job.ts';
import {effectsOf, isFromPerson, refusedEffects} from './clear-call.ts';
import {decide} from './decide.ts';
import {askedPerson} from './requests.ts';

/**
 * Looks at the calls that began in the last `days`, with what their turns had read in the end. Rules in force count;
 * whether somebody could be reached then isn't known, so a person's turn asks. Each turn is read once, and other work
 * of the daemon goes on in between.
 */
export const previewPolicy = async (
  {
    store,
    clock,
    people,
    digestOf,
  }: Pick<Core, 'store' | 'clock' | 'people'> & {readonly digestOf: (call: ToolCall) => string},
  tools: TurnTools,
  {ask, days}: {readonly ask: AskTable; readonly days: number},
): Promise<PolicyPreview> => {
  const now = clock.now();
  const since = now - days * DAY;
  const begun = await begunIn(await store.events.ofTypes(['turn.tool'], since));
  const rules = store.approvals.rules();
  const byKind = new Map<AskKind, number>();
  const counts = {calls: 0, asked: 0, atNight: 0, refused: 0};
  for (const [turnId, atOf] of begun) {
    await setImmediate();
    const turn = store.turns.get(turnId);
    if (turn === undefined) continue;
    const offered = new Map(tools.offered({trust: 'full', session: turn.session}).map(tool => [tool.spec.name, tool]));
    const zone = people.zoneOf(turn.user);
    const asksIn = people.zoneOf(askedPerson(people, turn));
    const calls = store.messages.ofTurn(turnId).flatMap(({toolCalls = []}) => toolCalls);
    for (const [index, call] of calls.entries()) {
      if (index % CALLS_AT_ONCE === CALLS_AT_ONCE - 1) await setImmediate();
      const at = atOf.get(call.callId);
      const tool = offered.get(call.name);
      if (at === undefined || tool === undefined || call.callId.startsWith(offlineCalls(turn))) continue;
      counts.calls += 1;
      const decision = decide(
        {
          tool: call.name,
          digest: digestOf(call),
          effects: await effectsIn(tool, call, turn, zone),
          trust: turn.trust,
          session: turn.session,
          after: limitsBelow(turn.trust, turn.limits ?? []),
          hasPerson: isFromPerson(turn),
        },
        {ask, rules, now},
      );
      if (decision.kind === 'refuse') counts.refused += 1;
      if (decision.kind !== 'ask') continue;
      counts.asked += 1;
      if (isNight(instantOfIso(at) ?? now, asksIn)) counts.atNight += 1;
      for (const {kind} of decision.effects) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    }
  }
  return {since, ...counts, byKind: ASK_KINDS.map(kind => ({kind, asked: byKind.get(kind) ?? 0}))};
};

/** The calls that began, by turn: their ids, each with its instant. */
const begunIn = async (events: readonly GatewayEvent[]): Promise<Map<TurnId, Map<string, string>>> => {
  const begun = new Map<TurnId, Map<string, string>>();
  for (const [index, event] of events.entries()) {
    if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await setImmediate();
    if (event.type !== 'turn.tool' || event.phase !== 'started') continue;
    const calls = begun.get(event.turnId) ?? new Map<string, string>();
    begun.set(event.turnId, calls.set(event.callId, event.at));
  }
  return begun;
};

const effectsIn = (tool: Tool, call: ToolCall, turn: Turn, zone: string): Promise<readonly Effect[]> => {
  const {session, id: turnId, trust, user, limits} = turn;
  return effectsOf(tool, call, {
    session,
    turnId,
    callId: call.callId,
    trust,
    user,
    limits,
    replyTo: replyAddress(turn),
    zone,
    signal: new AbortController().signal,
  }).catch(refusedEffects);
};

const isNight = (at: EpochMs, zone: string): boolean => {
  const {hour} = wallTimeAt(at, zone);
  return hour >= NIGHT_FROM || hour < NIGHT_UNTIL;
};

const NIGHT_FROM = 22;
const NIGHT_UNTIL = 7;
const CALLS_AT_ONCE = 20;
const EVENTS_AT_ONCE = 2_000;
