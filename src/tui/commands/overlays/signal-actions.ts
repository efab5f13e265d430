// The panel of Signal: what the daemon says of it, contact requests, and linking an account.
import {type Address, isGroup, TERMINAL, targetOf} from '../../../shared/address.ts';
import {wordsFor} from '../../../shared/gateway-error.ts';
import type {ChannelStatus, Knock} from '../../../shared/gateway-event.ts';
import {MINUTE} from '../../../shared/time.ts';
import type {Trust} from '../../../shared/trust.ts';
import {fromWire} from '../../../shared/wire.ts';
import {oneLine} from '../../layout/text/width.ts';
import type {Confirmed, Overlay, SignalLinking, SignalOverlay} from '../../store/ui-state.ts';
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

/** Asks whether the selected person or group may talk to the agent; after linking, whether the account is the user's own. */
export const askToAllow = async (doors: Doors): Promise<void> => {
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'signal') return;
  const {linking} = overlay;
  const knock = overlay.status?.knocked?.[overlay.index];
  try {
    if (linking?.kind === 'linked') {
      const user = await ownName(doors);
      const question = `Add ${linking.account} to ${user}? What is sent there as a Note to Self then reaches the agent.`;
      ask(doors, question, {kind: 'allow', address: linking.address, user});
    } else if (knock === undefined) say(doors, 'ok', 'no contact requests');
    else askToAdd(doors, knock);
  } catch (thrown) {
    say(doors, 'warn', wordsFor(thrown));
  }
};

const askToAdd = (doors: Doors, {address, name}: Knock): void => {
  const called = oneLine(name ?? '');
  if (isGroup(address)) {
    const group = called === '' ? `the group ${targetOf(address)}` : `the group "${called}"`;
    const question = `Let ${group} talk to the agent? Its members who are users are answered, with trust ${NEW_TRUST} at most.`;
    ask(doors, question, {kind: 'allow', address});
    return;
  }
  if (called === '') {
    say(doors, 'warn', `${targetOf(address)} gave no name. Add them with: rooster signal allow ${address} --user NAME`);
    return;
  }
  const question = `Let ${called} (${targetOf(address)}) talk to the agent? Trust: ${NEW_TRUST}.`;
  ask(doors, question, {kind: 'allow', address, trust: NEW_TRUST});
};

/** The panel comes back after the answer. */
const ask = ({store}: Doors, question: string, ifYes: Confirmed): void => {
  const {overlay: back} = store.get().ui;
  if (back.kind === 'signal') store.dispatch({type: 'overlay', overlay: {kind: 'confirm', question, ifYes, back}});
};

/** Lets them in, and says who they are now. */
export const allowNow = async (
  doors: Doors,
  {kind: _, ...wish}: Extract<Confirmed, {kind: 'allow'}>,
): Promise<void> => {
  const called = nameIn(doors.store.get().ui.overlay, wish.address);
  try {
    const {user, trust} = await doors.link.call('signal.allow', wish);
    const group = `Group ${called === undefined ? targetOf(wish.address) : `"${called}"`} can now talk to the agent.`;
    say(doors, 'ok', user === undefined ? group : `Added ${user} (trust: ${trust}).`);
    change(doors, ({linking, ...rest}) =>
      linking?.kind === 'linked' || linking === undefined ? rest : {...rest, linking},
    );
  } catch (thrown) {
    say(doors, 'warn', wordsFor(thrown));
  }
  await refreshSignal(doors);
};

const nameIn = (overlay: Overlay, address: Address): string | undefined => {
  const knock = overlay.kind === 'signal' ? overlay.status?.knocked?.find(each => each.address === address) : undefined;
  return knock?.name === undefined ? undefined : oneLine(knock.name);
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

/** What somebody new gets; the operator raises it in the configuration. */
const NEW_TRUST: Trust = 'familiar';
