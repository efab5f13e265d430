// The Signal overlay: status, contact requests, and linking an account.

import type {ChannelStatus, ContactRequest} from '../../../shared/events/gateway-event.ts';
import {fromWire} from '../../../shared/events/wire.ts';
import {type Address, isGroup, TERMINAL, targetOf} from '../../../shared/records/address.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {LinkOutcome} from '../../../shared/records/signal-link.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {drawnLine} from '../../layout/text/width.ts';
import type {Confirmed, Overlay, SignalLinking, SignalOverlay} from '../../state/overlay.ts';
import type {Doors} from '../doors.ts';
import {request, say} from '../session-actions.ts';
import {testRing} from './signal-ring.ts';

/** Opens at once, then shows the daemon's response. */
export const openSignal = async (doors: Doors): Promise<void> => {
  doors.store.dispatch({type: 'overlay', overlay: {kind: 'signal', index: 0}});
  await refreshSignal(doors);
};

/** The key `r`: also takes away what the last attempt to link said. */
export const retrySignal = (doors: Doors): Promise<void> => {
  change(doors, ({linking, ...rest}) =>
    linking?.kind === 'failed' || linking === undefined ? rest : {...rest, linking},
  );
  return refreshSignal(doors);
};

const refreshSignal = async (doors: Doors): Promise<void> => {
  try {
    const answer = await doors.link.call('signal.status', {});
    change(doors, ({failure: _, ...overlay}) => ({...overlay, status: fromWire<ChannelStatus>(answer)}));
  } catch (thrown) {
    change(doors, overlay => ({...overlay, failure: errorMessage(thrown)}));
  }
};

/** Asks whether the selected person or group may talk to the agent; after linking, whether the account is the user's own. */
export const askToAllow = async (doors: Doors): Promise<void> => {
  const {overlay} = doors.store.get().ui;
  if (overlay.kind !== 'signal') return;
  const {linking} = overlay;
  const contactRequest = overlay.status?.contactRequests?.[overlay.index];
  try {
    if (linking?.kind === 'linked') {
      await confirmOwner(doors, linking);
    } else if (contactRequest === undefined) say(doors, 'ok', 'No contact requests.');
    else askToAdd(doors, contactRequest);
  } catch (thrown) {
    say(doors, 'warn', errorMessage(thrown));
  }
};

/** Only the person knows whether the account is their own, since the agent may have a separate one. */
const confirmOwner = async (doors: Doors, {account, address}: Linked): Promise<void> => {
  const users = await usersOf(doors);
  const known = users.find(({match}) => match.includes(address) || match.includes(`signal:${account}`));
  if (known !== undefined) {
    change(doors, ({linking: _, ...rest}) => rest);
    say(doors, 'ok', `${account} already belongs to ${known.name}.`);
    if (known.match.includes(TERMINAL)) await testRing(doors, address);
    return;
  }
  const user = users.find(({match}) => match.includes(TERMINAL))?.name ?? 'owner';
  const question = `Is ${account} your own number? If so, Note to Self becomes your chat with the agent, and reminders ring there.`;
  ask(doors, question, {kind: 'allow', address, user, own: true});
};

const askToAdd = (doors: Doors, {address, name}: ContactRequest): void => {
  const called = drawnLine(name ?? '');
  if (isGroup(address)) {
    const group = called === '' ? `the group ${targetOf(address)}` : `the group "${called}"`;
    const question = `Let ${group} talk to the agent? Members who are configured people get answers, with trust ${NEW_TRUST} at most.`;
    ask(doors, question, {kind: 'allow', address});
    return;
  }
  if (called === '') {
    say(
      doors,
      'warn',
      `${targetOf(address)} has no profile name. Add them: rooster signal allow ${address} --user NAME`,
    );
    return;
  }
  const question = `Let ${called} (${targetOf(address)}) talk to the agent? Trust: ${NEW_TRUST}.`;
  ask(doors, question, {kind: 'allow', address, trust: NEW_TRUST});
};

/** The overlay returns after the answer. */
const ask = ({store}: Doors, question: string, ifYes: Confirmed): void => {
  const {overlay: back} = store.get().ui;
  if (back.kind === 'signal') store.dispatch({type: 'overlay', overlay: {kind: 'confirm', question, ifYes, back}});
};

/** Allows the contact and shows their new name. */
export const allowNow = async (
  doors: Doors,
  {kind: _, own, ...request}: Extract<Confirmed, {kind: 'allow'}>,
): Promise<void> => {
  const called = nameIn(doors.store.get().ui.overlay, request.address);
  try {
    const {user, trust} = await doors.link.call('signal.allow', request);
    const group = `Group ${called === undefined ? targetOf(request.address) : `"${called}"`} can now talk to the agent.`;
    const added = `Added ${user} (trust: ${trust}).${own === true ? ' Sending a test message…' : ''}`;
    say(doors, 'ok', user === undefined ? group : added);
    change(doors, ({linking, ...rest}) =>
      linking?.kind === 'linked' || linking === undefined ? rest : {...rest, linking},
    );
  } catch (thrown) {
    say(doors, 'warn', errorMessage(thrown));
    return refreshSignal(doors);
  }
  await refreshSignal(doors);
  if (own === true) await testRing(doors, request.address);
};

/** Stores the person's answer about the test message. */
export const keepRing = async (doors: Doors, {address, rang}: Extract<Confirmed, {kind: 'rang'}>): Promise<void> => {
  if ((await request(doors, 'signal.rang', {address, rang})) === undefined) return;
  say(doors, rang ? 'ok' : 'warn', rang ? 'Good. Reminders will ring there too.' : SILENT);
  await refreshSignal(doors);
};

const nameIn = (overlay: Overlay, address: Address): string | undefined => {
  const contactRequest =
    overlay.kind === 'signal' ? overlay.status?.contactRequests?.find(each => each.address === address) : undefined;
  return contactRequest?.name === undefined ? undefined : drawnLine(contactRequest.name);
};

type User = {readonly name: string; readonly match: readonly string[]};

const usersOf = async ({link}: Doors): Promise<readonly User[]> => {
  const {config} = await link.call('config.get', {key: 'users'});
  return Array.isArray(config) ? config.filter((user): user is User => Array.isArray(user?.match)) : [];
};

/** Shows QR codes until one is scanned. Continues while the overlay is closed, because a scan is deliberate. */
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
      if (outcome.kind === 'linked') return linkedTo(doors, outcome);
      show({kind: 'failed', because: outcome.because});
      return refreshSignal(doors);
    }
  } catch (thrown) {
    show({kind: 'failed', because: errorMessage(thrown)});
    await refreshSignal(doors);
  }
};

/** Asks whose account it is; if the overlay was closed, a toast says how to continue. */
const linkedTo = async (doors: Doors, {account, address, problems}: LinkedOutcome): Promise<void> => {
  const linking = {kind: 'linked', account, address} as const;
  change(doors, overlay => ({...overlay, linking}));
  await refreshSignal(doors);
  const [problem] = problems;
  if (problem !== undefined) say(doors, 'warn', `Couldn't write ${problem.key}: ${problem.reason}`);
  else if (doors.store.get().ui.overlay.kind === 'signal') await askToAllow(doors);
  else
    say(doors, 'ok', `Linked to ${account}. If this number is yours, run: rooster signal allow ${address} --user NAME`);
};

/** Changes the overlay only if it is still open. */
const change = ({store}: Doors, next: (overlay: SignalOverlay) => SignalOverlay): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'signal') store.dispatch({type: 'overlay', overlay: next(overlay)});
};

type Linked = Extract<SignalLinking, {kind: 'linked'}>;
type LinkedOutcome = Extract<LinkOutcome, {kind: 'linked'}>;

const SILENT =
  'Reminders will arrive silently. Allow notifications for Signal on the phone, then run: rooster signal ring';
/** The trust of a new contact; the operator raises it in the configuration. */
const NEW_TRUST: Trust = 'familiar';
