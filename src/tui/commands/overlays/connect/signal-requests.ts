// Requests of the Signal overlay: its status, an answer to a contact request, linking an account, and a test message.
// Only the owner knows whether the phone rang.

import type {ChannelStatus, ContactRequest} from '../../../../shared/events/gateway-event.ts';
import {fromWire} from '../../../../shared/fields/wire.ts';
import {type Address, isGroup, TERMINAL, targetOf} from '../../../../shared/records/address.ts';
import type {Delivery} from '../../../../shared/records/delivery/delivery.ts';
import type {LinkOutcome} from '../../../../shared/records/setup/signal-link.ts';
import {TRUST_MEANS, type Trust} from '../../../../shared/records/trust.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import {
  type Confirmed,
  type Overlay,
  type SignalLinking,
  type SignalOverlay,
  showOverlay,
} from '../../../state/overlay.ts';
import {drawnLine} from '../../../text/width.ts';
import type {CommandPorts} from '../../command-ports.ts';
import {request, say} from '../../session-actions.ts';

/** Opens at once, then shows the daemon's response. */
export const openSignal = async (ports: CommandPorts): Promise<void> => {
  ports.store.update(showOverlay({kind: 'signal', index: 0}));
  await refreshSignal(ports);
};

/** The key `r`: also takes away what the last attempt to link said. */
export const retrySignal = (ports: CommandPorts): Promise<void> => {
  change(ports, ({linking, ...rest}) =>
    linking?.kind === 'failed' || linking === undefined ? rest : {...rest, linking},
  );
  return refreshSignal(ports);
};

const refreshSignal = async (ports: CommandPorts): Promise<void> => {
  try {
    const answer = await ports.link.call('signal.status', {});
    change(ports, ({failure: _, ...overlay}) => ({...overlay, status: fromWire<ChannelStatus>(answer)}));
  } catch (thrown) {
    change(ports, overlay => ({...overlay, failure: errorMessage(thrown)}));
  }
};

/**
 * Asks whether the selected person or group may talk to the agent; after linking, whether the account is the user's
 * own.
 */
export const askToAllow = async (ports: CommandPorts): Promise<void> => {
  const {overlay} = ports.store.get().ui;
  if (overlay.kind !== 'signal') return;
  const {linking} = overlay;
  const contactRequest = overlay.status?.contactRequests?.[overlay.index];
  try {
    if (linking?.kind === 'linked') {
      await confirmOwner(ports, linking);
    } else if (contactRequest === undefined) say(ports, 'ok', 'No contact requests.');
    else askToAdd(ports, contactRequest);
  } catch (thrown) {
    say(ports, 'warn', errorMessage(thrown));
  }
};

/** Only the person knows whether the account is their own, since the agent may have a separate one. */
const confirmOwner = async (ports: CommandPorts, {account, address}: Linked): Promise<void> => {
  const users = await usersOf(ports);
  const known = users.find(({match}) => match.includes(address) || match.includes(`signal:${account}`));
  if (known !== undefined) {
    change(ports, ({linking: _, ...rest}) => rest);
    say(ports, 'ok', `${account} already belongs to ${known.name}.`);
    if (known.match.includes(TERMINAL)) await testRing(ports, address);
    return;
  }
  const user = users.find(({match}) => match.includes(TERMINAL))?.name ?? 'owner';
  const question = `Is ${account} your own number? If so, Note to Self becomes your chat with the agent, and reminders ring there.`;
  ask(ports, question, {kind: 'allow', address, user, own: true});
};

const askToAdd = (ports: CommandPorts, {address, name}: ContactRequest): void => {
  const called = drawnLine(name ?? '');
  if (isGroup(address)) {
    const group = called === '' ? `the group ${targetOf(address)}` : `the group "${called}"`;
    const question = `Let ${group} talk to the agent? Members who are configured people get answers, with trust ${NEW_TRUST} at most.`;
    ask(ports, question, {kind: 'allow', address});
    return;
  }
  if (called === '') {
    say(
      ports,
      'warn',
      `${targetOf(address)} has no profile name. To allow them: rooster signal allow ${address} --user NAME`,
    );
    return;
  }
  const question = `Let ${called} (${targetOf(address)}) talk to the agent? Trust ${NEW_TRUST}: ${TRUST_MEANS[NEW_TRUST]}.`;
  ask(ports, question, {kind: 'allow', address, trust: NEW_TRUST});
};

/** The overlay returns after the answer. */
const ask = ({store}: CommandPorts, question: string, ifYes: Confirmed): void => {
  const {overlay: back} = store.get().ui;
  if (back.kind === 'signal') store.update(showOverlay({kind: 'confirm', question, ifYes, back}));
};

/** Allows the contact and shows their new name. */
export const allowNow = async (
  ports: CommandPorts,
  {kind: _, own, ...request}: Extract<Confirmed, {kind: 'allow'}>,
): Promise<void> => {
  const called = nameIn(ports.store.get().ui.overlay, request.address);
  try {
    const {user, trust} = await ports.link.call('signal.allow', request);
    const group = `Group ${called === undefined ? targetOf(request.address) : `"${called}"`} can now talk to the agent.`;
    const means = trust === undefined ? '' : ` Trust ${trust}: ${TRUST_MEANS[trust]}.`;
    const added = `Allowed ${user}.${own === true ? ' Sending a test message…' : means}`;
    say(ports, 'ok', user === undefined ? group : added);
    change(ports, ({linking, ...rest}) =>
      linking?.kind === 'linked' || linking === undefined ? rest : {...rest, linking},
    );
  } catch (thrown) {
    say(ports, 'warn', errorMessage(thrown));
    return refreshSignal(ports);
  }
  await refreshSignal(ports);
  if (own === true) await testRing(ports, request.address);
};

/** Stores the person's answer about the test message. */
export const keepRing = async (
  ports: CommandPorts,
  {address, rang}: Extract<Confirmed, {kind: 'rang'}>,
): Promise<void> => {
  if ((await request(ports, 'signal.rang', {address, rang})) === undefined) return;
  say(ports, rang ? 'ok' : 'warn', rang ? 'Good. Reminders will ring there too.' : SILENT);
  await refreshSignal(ports);
};

const nameIn = (overlay: Overlay, address: Address): string | undefined => {
  const contactRequest =
    overlay.kind === 'signal' ? overlay.status?.contactRequests?.find(each => each.address === address) : undefined;
  return contactRequest?.name === undefined ? undefined : drawnLine(contactRequest.name);
};

type User = {readonly name: string; readonly match: readonly string[]};

const usersOf = async ({link}: CommandPorts): Promise<readonly User[]> => {
  const {config} = await link.call('config.get', {key: 'users'});
  return Array.isArray(config) ? config.filter((user): user is User => Array.isArray(user?.match)) : [];
};

/** Shows QR codes until one is scanned. Continues while the overlay is closed, because a scan is deliberate. */
export const linkHere = async (ports: CommandPorts): Promise<void> => {
  const show = (linking: SignalLinking): void => change(ports, overlay => ({...overlay, linking}));
  const {overlay} = ports.store.get().ui;
  if (overlay.kind !== 'signal' || overlay.linking?.kind === 'asking') return;
  show({kind: 'asking'});
  try {
    let {uri} = await ports.link.call('signal.link', {}, {timeoutMs: 2 * MINUTE});
    for (;;) {
      show({kind: 'shown', uri});
      const outcome = await ports.link.call('signal.linked', {uri}, {timeoutMs: Number.POSITIVE_INFINITY});
      if (outcome.kind === 'again') {
        uri = outcome.uri;
        continue;
      }
      if (outcome.kind === 'linked') return linkedTo(ports, outcome);
      show({kind: 'failed', because: outcome.because});
      return refreshSignal(ports);
    }
  } catch (thrown) {
    show({kind: 'failed', because: errorMessage(thrown)});
    await refreshSignal(ports);
  }
};

/** Asks whose account it is; if the overlay was closed, a toast says how to continue. */
const linkedTo = async (ports: CommandPorts, {account, address, problems}: LinkedOutcome): Promise<void> => {
  const linking = {kind: 'linked', account, address} as const;
  change(ports, overlay => ({...overlay, linking}));
  await refreshSignal(ports);
  const [problem] = problems;
  if (problem !== undefined) say(ports, 'warn', `Couldn't write ${problem.key}: ${problem.reason}`);
  else if (ports.store.get().ui.overlay.kind === 'signal') await askToAllow(ports);
  else
    say(ports, 'ok', `Linked to ${account}. If this number is yours, run: rooster signal allow ${address} --user NAME`);
};

/** Changes the overlay only if it is still open. */
const change = ({store}: CommandPorts, next: (overlay: SignalOverlay) => SignalOverlay): void => {
  const {overlay} = store.get().ui;
  if (overlay.kind === 'signal') store.update(showOverlay(next(overlay)));
};

type Linked = Extract<SignalLinking, {kind: 'linked'}>;
type LinkedOutcome = Extract<LinkOutcome, {kind: 'linked'}>;

/** Sends a test message and asks once it was sent. If the overlay was closed, a toast says how to answer later. */
const testRing = async (ports: CommandPorts, address: Address): Promise<void> => {
  try {
    const queued = fromWire<Delivery>(await ports.link.call('outbox.send', {to: address, text: TEST_TEXT}));
    const {state, lastError = ''} = await awaitSettled(ports, queued);
    if (state === 'dead') say(ports, 'warn', `Couldn't send the test message. ${lastError}`.trimEnd());
    else if (!isSettled(state)) say(ports, 'warn', `The test message isn't sent yet. ${ANSWER_LATER}`);
    else askWhetherItRang(ports, address);
  } catch (thrown) {
    say(ports, 'warn', errorMessage(thrown));
  }
};

const askWhetherItRang = (ports: CommandPorts, address: Address): void => {
  const {overlay: back} = ports.store.get().ui;
  if (back.kind !== 'signal') {
    say(ports, 'ok', ANSWER_LATER);
    return;
  }
  const ring = (rang: boolean) => ({kind: 'rang', address, rang}) as const;
  const overlay = {kind: 'confirm', question: QUESTION, ifYes: ring(true), ifNo: ring(false), back} as const;
  ports.store.update(showOverlay(overlay));
};

/** The delivery once it was accepted or given up; after a minute, its current state. */
const awaitSettled = async ({store, clock}: CommandPorts, queued: Delivery): Promise<Delivery> => {
  const latest = (): Delivery => store.get().gateway.deliveries.find(({id}) => id === queued.id) ?? queued;
  const over = Promise.withResolvers<void>();
  const look = (): void => {
    if (isSettled(latest().state)) over.resolve();
  };
  const leave = store.subscribe(look);
  using _ = clock.after(MINUTE, over.resolve);
  look();
  await over.promise.finally(leave);
  return latest();
};

const isSettled = (state: Delivery['state']): boolean => state !== 'queued' && state !== 'sending';

const TEST_TEXT = 'Rooster is linked to this account. Reminders arrive here, and your phone should ring for them.';
const QUESTION = 'A test message was sent to your Note to Self. Did your phone ring?';
const ANSWER_LATER = 'Did your phone ring? Answer with "rooster signal ring yes" or "rooster signal ring no".';
const SILENT =
  'Reminders will arrive silently. Allow notifications for Signal on the phone, then run: rooster signal ring';
/** The trust of a new contact; the operator raises it in the configuration. */
const NEW_TRUST: Trust = 'familiar';
