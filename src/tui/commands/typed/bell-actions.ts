// `/bell`, `/quiet`, `/motion`, `/mouse`: how and when the person is called. The terminal's part is stored for later
// runs.
import type {Wire} from '../../../shared/fields/wire.ts';
import type {PlannedQuiet} from '../../../shared/records/delivery/presence.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {clockTime, isSameDay, shortWhenOf} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {daemonNow} from '../../state/selectors.ts';
import {formatHours, readHours} from '../../state/silent.ts';
import {BELLS, type Bell} from '../../state/ui-state.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

/** `/bell` alone shows the setting; returns false for an unknown word. */
export const setBell = (ports: CommandPorts, rest: string, usage: string): boolean => {
  const {store} = ports;
  const bell = rest === 'on' ? 'notify' : BELLS.find(name => name === rest);
  const hours = rest.startsWith('off ') ? readHours(rest.slice('off '.length)) : undefined;
  if (bell === undefined && hours === undefined && rest !== '') {
    say(ports, 'warn', usage);
    return false;
  }
  if (bell !== undefined) store.update(ui => ({...ui, bell}));
  if (hours !== undefined) store.update(ui => ({...ui, silent: hours}));
  else if (rest === 'on') store.update(ui => ({...ui, silent: undefined}));
  const {ui} = store.get();
  say(ports, 'ok', `${WORDS[ui.bell]}${ui.silent === undefined ? '' : `; off ${formatHours(ui.silent)}`}.`);
  return true;
};

/**
 * `/quiet 2h`: what can wait is held back on every channel, and this terminal makes no sound. `/quiet` alone shows it.
 */
export const setQuiet = async (ports: CommandPorts, rest: string): Promise<void> => {
  try {
    const {quietUntil, planned = []} = await ports.link.call('reach.quiet', rest === '' ? {} : {span: rest});
    const until = quietUntil === undefined ? undefined : instantOfIso(quietUntil);
    ports.store.update(ui => ({...ui, quietUntil: until}));
    const now = daemonNow(ports.store.get());
    const spans = planned.map((span, index) => `${index + 1}. ${formatQuiet(span, now)}`);
    const plan =
      spans.length === 0
        ? []
        : [`Quiet is planned: ${spans.join('; ')}. /quiet off 1 removes ${spans.length === 1 ? 'it' : 'the first'}.`];
    const present = until === undefined ? [] : [`Quiet hours until ${clockTime(until)}.`];
    const all = [...present, ...plan].join(' ');
    say(ports, 'ok', all === '' ? 'No quiet hours now, and none are planned.' : all);
  } catch (error) {
    say(ports, 'warn', errorMessage(error));
  }
};

/** `Sat 5 Dec 08:00 to 18:00` */
const formatQuiet = ({fromAt, untilAt}: Wire<PlannedQuiet>, now: EpochMs): string => {
  const [from, until] = [instantOfIso(fromAt), instantOfIso(untilAt)];
  const isOneDay = from !== undefined && until !== undefined && isSameDay(from, until);
  return `${shortWhenOf(fromAt, now)} to ${isOneDay ? clockTime(until) : shortWhenOf(untilAt, now)}`;
};

/** `/digest`: what waited in quiet hours comes now. */
export const askDigest = async (ports: CommandPorts): Promise<void> => {
  try {
    const {waiting} = await ports.link.call('reach.digest', {});
    say(
      ports,
      'ok',
      waiting === 0
        ? 'No messages are held back.'
        : `Sending ${waiting} held-back ${waiting === 1 ? 'message' : 'messages'} now.`,
    );
  } catch (error) {
    say(ports, 'warn', errorMessage(error));
  }
};

/** `/motion` or `/mouse` alone shows the setting; returns false for an unknown word. */
export const setSwitch = (ports: CommandPorts, type: 'motion' | 'mouse', rest: string, usage: string): boolean => {
  const {store} = ports;
  if (rest !== '' && rest !== 'on' && rest !== 'off') {
    say(ports, 'warn', usage);
    return false;
  }
  if (rest !== '') store.update(ui => ({...ui, [type]: rest === 'on'}));
  const [on, off] = SWITCHES[type];
  say(ports, 'ok', store.get().ui[type] ? on : off);
  return true;
};

/** Meanings of the settings, on and off. */
const SWITCHES = {
  motion: ['A row flashes when it is due.', 'Nothing flashes.'],
  mouse: ['Click to choose, wheel to scroll. Hold Shift to select text.', 'The terminal handles the mouse.'],
} as const;

const WORDS: Readonly<Record<Bell, string>> = {
  off: 'The bell is off',
  bell: 'The bell is on',
  notify: 'The bell is on, with desktop notifications',
};
