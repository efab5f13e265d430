// `/bell`, `/quiet`, `/motion`: how and when the terminal calls the person. Stored for later runs.
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import {formatQuiet, readQuiet} from '../../state/quiet.ts';
import {BELLS, type Bell} from '../../state/ui-state.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';

/** `/bell` alone shows the setting; returns false for an unknown word. */
export const setBell = (doors: Doors, rest: string, usage: string): boolean => {
  const {store} = doors;
  const bell = rest === 'on' ? 'notify' : BELLS.find(name => name === rest);
  if (bell === undefined && rest !== '') {
    say(doors, 'warn', usage);
    return false;
  }
  if (bell !== undefined) store.dispatch({type: 'bell', bell});
  say(doors, 'ok', WORDS[store.get().ui.bell]);
  return true;
};

export const setQuiet = (doors: Doors, rest: string, usage: string): boolean => {
  const {store, clock} = doors;
  const quiet = readQuiet(rest, clock.now());
  if (rest === '') {
    const set = store.get().ui.quiet;
    say(doors, 'ok', set === undefined ? `no quiet hours; set them with ${usage}` : `quiet hours: ${formatQuiet(set)}`);
    return true;
  }
  if (quiet === undefined && rest !== 'off') {
    say(doors, 'warn', `${usage}, /quiet until 07:00, /quiet 2h or /quiet off`);
    return false;
  }
  store.dispatch({type: 'quiet', ...(quiet === undefined ? {} : {quiet})});
  if (quiet?.kind !== 'daily') holdBack(doors, rest);
  say(doors, 'ok', quiet === undefined ? 'no quiet hours' : `quiet hours: ${formatQuiet(quiet)}`);
  return true;
};

/** What comes by itself waits for as long, on every channel. */
const holdBack = (doors: Doors, span: string): void => {
  doors.link.call('reach.quiet', {span}).catch((error: unknown) => say(doors, 'warn', errorMessage(error)));
};

/** `/digest`: what waited in quiet hours comes now. */
export const askDigest = async (doors: Doors): Promise<void> => {
  try {
    const {waiting} = await doors.link.call('reach.digest', {});
    say(doors, 'ok', waiting === 0 ? 'nothing waits for you' : `${waiting} waiting; it comes now`);
  } catch (error) {
    say(doors, 'warn', errorMessage(error));
  }
};

/** `/motion` alone shows the setting; returns false for an unknown word. */
export const setMotion = (doors: Doors, rest: string, usage: string): boolean => {
  const {store} = doors;
  if (rest !== '' && rest !== 'on' && rest !== 'off') {
    say(doors, 'warn', usage);
    return false;
  }
  if (rest !== '') store.dispatch({type: 'motion', on: rest === 'on'});
  say(doors, 'ok', store.get().ui.motion ? 'a row flashes when it is due' : 'nothing flashes');
  return true;
};

const WORDS: Readonly<Record<Bell, string>> = {
  off: 'the bell is off',
  bell: 'the bell is on',
  notify: 'the bell is on, with desktop notifications',
};
