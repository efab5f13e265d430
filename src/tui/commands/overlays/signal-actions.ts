// The panel of Signal: what the daemon says of it, letting in who knocked, and linking an account.
import {TERMINAL} from '../../../shared/address.ts';
import {wordsFor} from '../../../shared/gateway-error.ts';
import type {ChannelStatus} from '../../../shared/gateway-event.ts';
import {MINUTE} from '../../../shared/time.ts';
import {fromWire} from '../../../shared/wire.ts';
import type {SignalLinking, SignalOverlay} from '../../store/ui-state.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';

/** Shows at once that it is asked, then what it is. */
export const openSignal = async (doors: Doors): Promise<void> => {
  doors.store.dispatch({type: 'overlay', overlay: {kind: 'signal', index: 0}});
  await refreshSignal(doors);
};

export const refreshSignal = async (doors: Doors): Promise<void> => {
  try {
    const answer = await doors.link.call('signal.status', {});
    change(doors, ({failure: _, ...overlay}) => ({...overlay, status: fromWire<ChannelStatus>(answer)}));
  } catch (thrown) {
    change(doors, overlay => ({...overlay, failure: wordsFor(thrown)}));
  }
};

/** Lets in whoever is chosen of those who knocked; after linking, the person themselves. */
export const allowChosen = async (doors: Doors): Promise<void> => {
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'signal') return;
  const {linking} = overlay;
  const knock = overlay.status?.knocked?.[overlay.index];
  try {
    if (linking?.kind === 'linked') {
      const user = await ownName(doors);
      await allow(doors, {address: linking.address, user});
      change(doors, ({linking: _, ...rest}) => rest);
    } else if (knock === undefined) say(doors, 'ok', 'nobody knocked');
    else await allow(doors, {address: knock.address});
  } catch (thrown) {
    say(doors, 'warn', wordsFor(thrown));
  }
  await refreshSignal(doors);
};

const allow = async (doors: Doors, wish: {readonly address: string; readonly user?: string}): Promise<void> => {
  const {user, address, trust} = await doors.link.call('signal.allow', wish);
  say(doors, 'ok', user === undefined ? `${address} is served` : `${user} (${trust}) is met at ${address}`);
};

const ownName = async ({link}: Doors): Promise<string> => {
  const {config} = await link.call('config.get', {key: 'users'});
  const users: readonly unknown[] = Array.isArray(config) ? config : [];
  const own = users.find((user): user is {name: string} => isAtTerminal(user));
  return own?.name ?? 'owner';
};

const isAtTerminal = (user: unknown): boolean =>
  typeof user === 'object' &&
  user !== null &&
  'match' in user &&
  Array.isArray(user.match) &&
  user.match.includes(TERMINAL);

/** Shows codes until one was scanned. It goes on while the panel is closed: whoever scans meanwhile means it. */
export const linkHere = async (doors: Doors): Promise<void> => {
  const show = (linking: SignalLinking): void => change(doors, overlay => ({...overlay, linking}));
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'signal' || overlay.linking?.kind === 'asking') return;
  show({kind: 'asking'});
  try {
    let {uri} = await doors.link.call('signal.link', {}, {timeoutMs: 2 * MINUTE});
    for (;;) {
      show({kind: 'shown', uri});
      const outcome = await doors.link.call('signal.linked', {uri}, {timeoutMs: Number.POSITIVE_INFINITY});
      if (outcome.kind === 'again') {
        uri = outcome.uri;
        continue;
      }
      if (outcome.kind === 'failed') show({kind: 'failed', because: outcome.because});
      else show({kind: 'linked', account: outcome.account, address: outcome.address});
      break;
    }
  } catch (thrown) {
    show({kind: 'failed', because: wordsFor(thrown)});
  }
  await refreshSignal(doors);
};

/** Whoever went on meanwhile is not called back. */
const change = ({store}: Doors, next: (overlay: SignalOverlay) => SignalOverlay): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'signal') store.dispatch({type: 'overlay', overlay: next(overlay)});
};
