// Decides what needs attention while nobody looks: a toast above the composer, and one call for messages to the person.
// Based on the event and the state before it; makes no sound itself.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import {fromWire} from '../../shared/fields/wire.ts';
import {addressName, conversationName} from '../../shared/record-text/names.ts';
import {spokenIn} from '../../shared/record-text/sentinels.ts';
import {channelOf} from '../../shared/records/address.ts';
import type {Approval} from '../../shared/records/approval.ts';
import {ringsAt} from '../../shared/records/delivery/way.ts';
import {type CronJob, formatSchedule} from '../../shared/records/jobs/cron-job.ts';
import {RUN_KIND_FACTS, RUN_KINDS} from '../../shared/records/jobs/run-kinds.ts';
import type {MessageSource} from '../../shared/records/message.ts';
import {kindOfSession, type SessionKey, type SessionKind} from '../../shared/records/session-key.ts';
import {counted, withCapital} from '../../shared/text/sentences.ts';
import {countdown} from '../../shared/time/format-time.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import {howAnswered} from '../format/format-answer.ts';
import {rowOfFile, rowOfJob} from '../nouns/job-rows.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {isWatched} from '../state/selectors.ts';
import type {Call, Lead, Toast, UiState} from '../state/ui-state.ts';
import {isSpoken} from './settled.ts';

export const alerted = ({gateway, ui}: AppState, event: GatewayEvent, now: EpochMs): UiState => {
  const alert = alertOf(gateway, ui, event, now + ui.clockOffsetMs);
  if (alert === undefined) return ui;
  const {tone, text, call, leads} = alert;
  const shown = text === undefined ? ui : toasted(ui, {tone, text, now, leads});
  return call === undefined ? shown : withCall(shown, call);
};

/** Adds a call. The terminal decides whether it rings. */
export const withCall = (ui: UiState, call: Call): UiState => ({
  ...ui,
  called: ui.called + 1,
  calls: [...ui.calls, call].slice(-MOST_CALLS),
});

export type NewToast = Omit<Toast, 'until'> & {readonly now: EpochMs};

/** Adds a toast; drops the oldest and expired ones. */
export const toasted = (ui: UiState, {now, ...toast}: NewToast): UiState => ({
  ...ui,
  now,
  toasts: [
    ...ui.toasts.filter(known => known.text !== toast.text && !isRead(known, now) && !isReplaced(known, toast)),
    {...toast, until: now + (toast.undo === undefined ? LASTS_MS[toast.tone] : UNDO_MS)},
  ].slice(-MOST_TOASTS),
});

/** The daemon keeps one change of a reminder to undo, the last. */
const isReplaced = ({undo}: Toast, by: Pick<Toast, 'undo'>): boolean =>
  undo?.kind === 'reminder' && by.undo?.kind === 'reminder';

/** True if a toast needs no more room: it was shown long enough, isn't an error, and offers nothing. */
const isRead = ({tone, until, undo}: Toast, now: EpochMs): boolean =>
  undo === undefined && (tone === 'event' || tone === 'ok') && now - (until - LASTS_MS[tone]) >= READ_MS;

type Alert = Pick<Toast, 'tone' | 'leads'> & {readonly text?: string; readonly call?: Call};

const alertOf = (gateway: GatewayState, ui: UiState, event: GatewayEvent, now: EpochMs): Alert | undefined => {
  switch (event.type) {
    case 'message.added':
      return messageAlert(gateway, ui, event.message);
    case 'reminder.fired': {
      const where = ringsAt(event.reminder);
      const away = where.filter(address => channelOf(address) !== 'terminal');
      // A reminder to the terminal arrives as a message.
      if (away.length < where.length) return undefined;
      const names = knownNames({gateway, ui});
      const to = away.map(address => addressName(address, names)).join(', ');
      return notice('event', `reminder to ${to}: ${event.reminder.message}`, {
        list: 'plan',
        row: `rem:${event.reminder.id}`,
      });
    }
    case 'approval.asked':
      return {
        tone: 'event',
        call: {
          title: event.approval.proposed === true ? 'a note waits for your yes' : 'a call waits for you',
          text: event.approval.effect,
        },
      };
    case 'approval.answered': {
      const {approvals} = gateway;
      const {id, effect, state} = event.approval;
      // Rules and jobs answer without a question; a stopped turn says so itself.
      if (!approvals.some(approval => approval.id === id) || event.approval.way === 'stopped') return undefined;
      const how = howAnswered(fromWire<Approval>(event.approval));
      return notice(state === 'approved' ? 'ok' : 'event', `${withCapital(how)}: ${effect}`);
    }
    case 'alarm.failed':
      return notice('error', `An alarm failed: ${event.alarm.lastError ?? 'unknown reason'}`);
    case 'delivery.dead':
      // A person or Rooster decided that it isn't needed.
      if (event.delivery.discarded === true) return undefined;
      return notice(
        'error',
        `not delivered to ${addressName(event.delivery.address, knownNames({gateway, ui}))}: ${event.delivery.lastError ?? 'unknown reason'}`,
        {list: 'outbox', row: event.delivery.id},
      );
    case 'run.ended':
      // A reminder's failed run is reported in its text.
      return event.run.status === 'failed' && event.run.kind === 'cron'
        ? notice('error', `Job ${event.run.name} failed: ${event.run.error ?? 'unknown reason'}`, {
            list: 'timeline',
            row: event.run.id,
          })
        : undefined;
    case 'turn.ended':
      // Failed heartbeats and reflections are retried automatically.
      return event.outcome === 'failed' && event.session !== undefined && event.source.kind !== 'system'
        ? failureAlert(gateway, ui, {...event, session: event.session})
        : undefined;
    case 'daemon.started':
      return event.interrupted > 0
        ? notice(
            'warn',
            `The daemon was restarted; ${counted(event.interrupted, 'turn was', 'turns were')} interrupted.`,
          )
        : undefined;
    case 'cron.changed':
      return jobAlert(event, gateway, now);
    case 'cron.invalid':
      return notice('warn', `${event.file}, line ${event.line}: ${event.reason}`, {
        list: 'plan',
        row: rowOfFile(event.file),
      });
    case 'policy.refused':
      if (event.contact === undefined) return undefined;
      return notice(
        'warn',
        `Contact request from ${event.contact.name ?? event.contact.address} on ${withCapital(channelOf(event.contact.address))}, not answered. /signal shows it.`,
      );
    case 'config.rejected': {
      const [problem] = event.problems;
      return problem === undefined ? undefined : notice('warn', `configuration, ${problem.key}: ${problem.reason}`);
    }
    default:
      return undefined;
  }
};

/** Confirms changes to cron files, for the person who edits them. */
const jobAlert = (
  {job, added, removed}: Extract<GatewayEvent, {type: 'cron.changed'}>,
  {invalidCron}: GatewayState,
  now: EpochMs,
): Alert | undefined => {
  // An invalid file comes before its job goes, and stays until its job is back.
  const isInvalid = invalidCron.some(({file}) => file === job.origin);
  if (removed === true && isInvalid) return undefined;
  if (removed === true) return notice('event', `The job ${job.name} was removed.`);
  if (added !== true) return undefined;
  const {nextAt} = fromWire<CronJob>(job);
  const idle = job.paused ? 'paused' : job.enabled ? formatSchedule(job) : 'disabled';
  const next = nextAt === undefined ? idle : `runs in ${countdown(nextAt - now)}`;
  const what = isInvalid ? `The job ${job.name} works again` : `New job ${job.name}`;
  return notice('event', `${what}: ${next}`, {list: 'plan', row: rowOfJob(job)});
};

type FailedTurn = Extract<GatewayEvent, {type: 'turn.ended'}> & {readonly session: SessionKey};
type AddedMessage = Extract<GatewayEvent, {type: 'message.added'}>['message'];

/**
 * Scheduled messages in the person's own session are for them, and so are replies that they don't see. Elsewhere the
 * channel notifies them.
 */
const messageAlert = (gateway: GatewayState, ui: UiState, message: AddedMessage): Alert | undefined => {
  const kind = kindOfSession(message.session);
  if (kind === 'cron' || !isSpoken(message) || (message.toolCalls?.length ?? 0) > 0) {
    return undefined;
  }
  const turn = message.turnId === undefined ? undefined : gateway.turns.get(message.turnId);
  const source = [message.source, turn?.source].find(item => item !== undefined && isByTheClock(item));
  const cause = source?.kind === 'system' ? source.name : source?.kind;
  // A job has a readable name; a reminder's name is an id.
  const from = source?.kind === 'cron' ? `job ${source.name}` : cause;
  const shown = message.session === ui.session && ui.view === 'chat';
  const watched = isWatched({ui}, message.session);
  // The channel itself notifies a person who wrote there.
  const isHere = isOwn(kind) && (message.channel === undefined || message.channel === 'terminal');
  if (cause === undefined && (watched || !isHere)) return undefined;
  const {session} = message;
  const text = spokenIn(message);
  const where = titleOf({gateway, ui}, session);
  return {
    tone: 'event',
    call: isOwn(kind) ? {title: cause ?? where, text, session} : undefined,
    ...(shown
      ? {}
      : {text: `${from === undefined ? where : `${from} ${isOwn(kind) ? 'in' : 'to'} ${where}`}: ${text}`}),
    leads: {kind: 'session', session},
  };
};

/** People talk here at the terminal in their own conversation and in those that they made. */
const isOwn = (kind: SessionKind): boolean => kind === 'main' || kind === 'chat';

/** A failed turn that the person started needs as much attention as a reply. */
const failureAlert = (
  gateway: GatewayState,
  ui: UiState,
  {session, source, error = 'the turn failed'}: FailedTurn,
): Alert | undefined => {
  const title = titleOf({gateway, ui}, session);
  const isTyped =
    source.kind === 'operator' || (source.kind === 'user' && (source.channel ?? 'terminal') === 'terminal');
  const asked = isOwn(kindOfSession(session)) && isTyped;
  const call = asked && !isWatched({ui}, session) ? {call: {title, text: error}} : {};
  const shown = session === ui.session && ui.view === 'chat';
  if (shown) return {tone: 'error', ...call};
  return {tone: 'error', text: `${title}: ${error}`, leads: {kind: 'session', session}, ...call};
};

const notice = (tone: Toast['tone'], text: string, row?: Omit<Extract<Lead, {kind: 'row'}>, 'kind'>): Alert => ({
  tone,
  text,
  ...(row !== undefined && {leads: {kind: 'row', ...row}}),
});

const titleOf = (state: Pick<AppState, 'gateway' | 'ui'>, key: AddedMessage['session']): string =>
  state.gateway.sessions.get(key)?.title ?? conversationName(key, knownNames(state));

const isByTheClock = (source: MessageSource): boolean =>
  RUN_KINDS.some(kind => kind === source.kind && RUN_KIND_FACTS[kind].isAppointment) ||
  (source.kind === 'system' && source.name === 'heartbeat');

const LASTS_MS: Readonly<Record<Toast['tone'], number>> = {
  event: 15 * SECOND,
  ok: 6 * SECOND,
  warn: 10 * SECOND,
  error: 12 * SECOND,
};
/** Time to take a change back with one key. */
const UNDO_MS = 10 * SECOND;
const READ_MS = 3 * SECOND;
const MOST_TOASTS = 4;
const MOST_CALLS = 20;
