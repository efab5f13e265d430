// Checks whether the phone rings after linking: sends a test message, whose effect only the owner can report.

import {fromWire} from '../../../shared/fields/wire.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

/** Sends a test message and asks once it was sent. If the overlay was closed, a toast says how to answer later. */
export const testRing = async (ports: CommandPorts, address: Address): Promise<void> => {
  try {
    const queued = fromWire<Delivery>(await ports.link.call('outbox.send', {to: address, text: TEST_TEXT}));
    const {state, lastError = ''} = await settled(ports, queued);
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
const settled = async ({store, clock}: CommandPorts, queued: Delivery): Promise<Delivery> => {
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
