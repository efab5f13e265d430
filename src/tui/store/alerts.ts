// What deserves attention although nobody looks: a notice above the composer, and one ring for what is addressed to the
// person. Decided from the event and the state before it; nothing here makes a sound.
import {channelOf} from '../../shared/address.ts';
import type {GatewayEvent} from '../../shared/gateway-event.ts';
import type {GatewayState} from '../../shared/gateway-state.ts';
import {kindOfSession} from '../../shared/session-key.ts';
import {type EpochMs, SECOND} from '../../shared/time.ts';
import type {AppState} from './app-state.ts';
import {isSaid} from './settled.ts';
import type {Toast, UiState} from './ui-state.ts';

export const alerted = ({gateway, ui}: AppState, event: GatewayEvent, now: EpochMs): UiState => {
  const alert = alertOf(gateway, ui, event);
  if (alert === undefined) return ui;
  const {tone, text, rings} = alert;
  return {
    ...(text === undefined ? ui : toasted(ui, {tone, text, now})),
    rings: rings && ui.bell ? ui.rings + 1 : ui.rings,
  };
};

/** The state with one more notice; the oldest gives way. */
export const toasted = (
  ui: UiState,
  {tone, text, now}: {readonly tone: Toast['tone']; readonly text: string; readonly now: EpochMs},
): UiState => ({
  ...ui,
  now,
  toasts: [...ui.toasts.filter(toast => toast.text !== text), {tone, text, until: now + LASTS_MS[tone]}].slice(
    -MOST_TOASTS,
  ),
});

type Alert = {readonly tone: Toast['tone']; readonly text?: string; readonly rings: boolean};

const alertOf = (gateway: GatewayState, ui: UiState, event: GatewayEvent): Alert | undefined => {
  switch (event.type) {
    case 'message.added':
      return messageAlert(gateway, ui, event.message);
    case 'reminder.fired': {
      const away = event.reminder.delivery.filter(address => channelOf(address) !== 'terminal');
      // What comes to the terminal arrives as a message of its own.
      if (away.length < event.reminder.delivery.length) return undefined;
      return notice('event', `reminder to ${away.map(channelOf).join(', ')}: ${event.reminder.message}`);
    }
    case 'delivery.dead':
      return notice(
        'error',
        `not delivered to ${event.delivery.address}: ${event.delivery.lastError ?? 'no reason known'}`,
      );
    case 'turn.ended':
      return event.outcome === 'failed' && event.session !== undefined && event.session !== ui.session
        ? notice('error', `${titleOf(gateway, event.session)}: ${event.error ?? 'the turn failed'}`)
        : undefined;
    case 'daemon.started':
      return event.interrupted > 0
        ? notice('warn', `the daemon was restarted, ${count(event.interrupted, 'turn was', 'turns were')} interrupted`)
        : undefined;
    case 'cron.invalid':
      return notice('warn', `${event.file}, line ${event.line}: ${event.reason}`);
    case 'config.rejected': {
      const [problem] = event.problems;
      return problem === undefined ? undefined : notice('warn', `configuration, ${problem.key}: ${problem.reason}`);
    }
    default:
      return undefined;
  }
};

type AddedMessage = Extract<GatewayEvent, {type: 'message.added'}>['message'];

/** What a clock set off and the agent says in the person's own session is for them; elsewhere its channel tells them. */
const messageAlert = (gateway: GatewayState, ui: UiState, message: AddedMessage): Alert | undefined => {
  const kind = kindOfSession(message.session);
  if (kind === 'cron' || !isSaid(message) || (message.toolCalls?.length ?? 0) > 0) {
    return undefined;
  }
  const turn = message.turnId === undefined ? undefined : gateway.turns.get(message.turnId);
  const cause = [message.source.kind, turn?.source.kind].find(
    source => source !== undefined && BY_THE_CLOCK.has(source),
  );
  const seen = message.session === ui.session;
  if (cause === undefined && (seen || kind !== 'main')) return undefined;
  const where = titleOf(gateway, message.session);
  return {
    tone: 'event',
    rings: cause !== undefined && kind === 'main',
    ...(seen ? {} : {text: `${cause === undefined ? where : `${cause} in ${where}`}: ${message.text}`}),
  };
};

const notice = (tone: Toast['tone'], text: string): Alert => ({tone, text, rings: false});

const titleOf = ({sessions}: GatewayState, key: AddedMessage['session']): string => sessions.get(key)?.title ?? key;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const BY_THE_CLOCK: ReadonlySet<string> = new Set(['cron', 'reminder', 'alarm']);
const LASTS_MS: Readonly<Record<Toast['tone'], number>> = {
  event: 15 * SECOND,
  ok: 6 * SECOND,
  warn: 10 * SECOND,
  error: 12 * SECOND,
};
const MOST_TOASTS = 4;
