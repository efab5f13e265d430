// A dry run of the policy: how often it would have asked about the calls of the last days.
import {
  ASK_KINDS,
  type AskKind,
  type AskTable,
  type Effect,
  type PolicyPreview,
} from '../../../shared/records/approval.ts';
import type {Message, ToolCall} from '../../../shared/records/message.ts';
import {limitsBelow} from '../../../shared/records/trust.ts';
import {replyAddress, type Turn} from '../../../shared/records/turn.ts';
import {DAY, type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {wallTimeAt} from '../../../shared/time/zone.ts';
import type {Core} from '../../core.ts';
import type {Tool} from '../../ports/tool.ts';
import {offlineCalls} from '../../turns/offline-turn.ts';
import type {TurnTools} from '../../turns/turn-job.ts';
import {effectsOf, isFromPerson} from './clear-call.ts';
import {decide} from './decide.ts';
import {askedPerson} from './requests.ts';

/**
 * Looks at the calls that began in the last `days`, with what their turns had read in the end. Rules in force count;
 * whether somebody could be reached then isn't known, so a person's turn asks.
 */
export const previewPolicy = async (
  {store, clock, people}: Pick<Core, 'store' | 'clock' | 'people'>,
  tools: TurnTools,
  {ask, days}: {readonly ask: AskTable; readonly days: number},
): Promise<PolicyPreview> => {
  const now = clock.now();
  const since = now - days * DAY;
  const events = await store.events.ofTypes(['turn.tool'], since);
  const rules = store.approvals.rules();
  const byKind = new Map<AskKind, number>();
  const counts = {calls: 0, asked: 0, atNight: 0, refused: 0};
  for (const event of events) {
    if (event.type !== 'turn.tool' || event.phase !== 'started') continue;
    const turn = store.turns.get(event.turnId);
    if (turn === undefined || event.callId.startsWith(offlineCalls(turn))) continue;
    const call = callIn(store.messages.ofTurn(turn.id), event.callId);
    const tool = tools.offered({trust: 'full', session: turn.session}).find(({spec}) => spec.name === call?.name);
    if (call === undefined || tool === undefined) continue;
    counts.calls += 1;
    const effects = await effectsIn(tool, call, turn, people.zoneOf(turn.user));
    const decision = decide(
      {
        tool: call.name,
        digest: '',
        effects,
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
    if (isNight(instantOfIso(event.at) ?? now, people.zoneOf(askedPerson(people, turn)))) counts.atNight += 1;
    for (const {kind} of decision.effects) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  }
  return {since, ...counts, byKind: ASK_KINDS.map(kind => ({kind, asked: byKind.get(kind) ?? 0}))};
};

const callIn = (messages: readonly Message[], callId: string): ToolCall | undefined =>
  messages.flatMap(({toolCalls = []}) => toolCalls).find(call => call.callId === callId);

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
  });
};

const isNight = (at: EpochMs, zone: string): boolean => {
  const {hour} = wallTimeAt(at, zone);
  return hour >= NIGHT_FROM || hour < NIGHT_UNTIL;
};

const NIGHT_FROM = 22;
const NIGHT_UNTIL = 7;
