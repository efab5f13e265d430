// `/bell`, `/quiet`, `/motion`, `/mouse`: how and when the person is called. The terminal's part is stored for later runs.
import {present} from '../../../shared/fields/present.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import {clockTime} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {formatHours, readHours} from '../../state/silent.ts';
import {BELLS, type Bell} from '../../state/ui-state.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';

/** `/bell` alone shows the setting; returns false for an unknown word. */
export const setBell = (doors: Doors, rest: string, usage: string): boolean => {
  const {store} = doors;
  const bell = rest === 'on' ? 'notify' : BELLS.find(name => name === rest);
  const hours = rest.startsWith('off ') ? readHours(rest.slice('off '.length)) : undefined;
  if (bell === undefined && hours === undefined && rest !== '') {
    say(doors, 'warn', usage);
    return false;
  }
  if (bell !== undefined) store.dispatch({type: 'bell', bell});
  if (hours !== undefined) store.dispatch({type: 'silent', hours});
  else if (rest === 'on') store.dispatch({type: 'silent'});
  const {ui} = store.get();
  say(doors, 'ok', `${WORDS[ui.bell]}${ui.silent === undefined ? '' : `; off ${formatHours(ui.silent)}`}.`);
  return true;
};

/** `/quiet 2h`: what can wait is held back on every channel, and this terminal makes no sound. `/quiet` alone shows it. */
export const setQuiet = async (doors: Doors, rest: string): Promise<void> => {
  try {
    const {quietUntil} = await doors.link.call('reach.quiet', rest === '' ? {} : {span: rest});
    const until = quietUntil === undefined ? undefined : instantOfIso(quietUntil);
    doors.store.dispatch({type: 'quiet', ...present({until})});
    say(doors, 'ok', until === undefined ? 'No quiet hours now.' : `Quiet hours until ${clockTime(until)}.`);
  } catch (error) {
    say(doors, 'warn', errorMessage(error));
  }
};

/** `/digest`: what waited in quiet hours comes now. */
export const askDigest = async (doors: Doors): Promise<void> => {
  try {
    const {waiting} = await doors.link.call('reach.digest', {});
    say(
      doors,
      'ok',
      waiting === 0
        ? 'No messages are held back.'
        : `Sending ${waiting} held-back ${waiting === 1 ? 'message' : 'messages'} now.`,
    );
  } catch (error) {
    say(doors, 'warn', errorMessage(error));
  }
};

/** `/motion` or `/mouse` alone shows the setting; returns false for an unknown word. */
export const setSwitch = (doors: Doors, type: 'motion' | 'mouse', rest: string, usage: string): boolean => {
  const {store} = doors;
  if (rest !== '' && rest !== 'on' && rest !== 'off') {
    say(doors, 'warn', usage);
    return false;
  }
  if (rest !== '') store.dispatch({type, on: rest === 'on'});
  const [on, off] = SWITCHES[type];
  say(doors, 'ok', store.get().ui[type] ? on : off);
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
