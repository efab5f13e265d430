// Records events that aren't messages, in the transaction that stores them: receipts, the owner's messages on other
// devices, contact requests and unreadable envelopes.
import {type Address, targetOf} from '../../../../shared/records/address.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import {type ContactRequests, UNTRUSTED} from '../../inbox/contact-requests.ts';
import type {SignalPerson} from '../../signal-cli/envelope/signal-event.ts';
import type {People} from '../people/people.ts';
import type {ReceiptsIn} from './receipts-in.ts';
import type {Sorted} from './sort-event.ts';
import type {StoreEnvelopesDeps} from './store-envelopes.ts';

type RecordEventsDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  readonly people: People;
  readonly receipts: ReceiptsIn;
  readonly contactRequests: ContactRequests;
  readonly refusal: StoreEnvelopesDeps['refusal'];
};

export const createRecordEvents =
  (deps: RecordEventsDeps): StoreEnvelopesDeps['record'] =>
  (sorted, {from, refused}, emit) => {
    switch (sorted.kind) {
      case 'keep':
        if (from !== undefined && refused !== undefined) onStranger(deps, sorted, {from, refused}, emit);
        return;
      case 'receipt':
        deps.receipts.note(sorted.event, emit);
        return;
      case 'elsewhere':
        elsewhere(deps, sorted);
        return;
      case 'unreadable':
        unreadable(deps, sorted, emit);
        return;
      case 'nothing':
        return;
    }
  };

const onStranger = (
  {contactRequests}: RecordEventsDeps,
  {event: kept}: Of<'keep'>,
  {from, refused}: {readonly from: Address; readonly refused: string},
  emit: Emit,
): void => {
  const who = shownName(kept.author, from);
  const {name} = kept.author;
  const allowPerson = `To allow them, add "${from}" to the match of somebody under users.`;
  if (kept.group === undefined) {
    const sentence = `Contact request from ${who} on Signal, not answered. ${allowPerson}`;
    contactRequests.note({address: from, name}, sentence, emit);
    return;
  }
  const {id, name: title} = kept.group;
  const known = title === undefined ? id : `"${title}" (${id})`;
  const allow = refused === 'unknown-group' ? `To allow the group, add "${id}" to signal.groups.` : allowPerson;
  const sentence = `Contact request from ${who} in the Signal group ${known}, not answered. ${allow}`;
  contactRequests.note({address: `signal:group:${id}`, name: title}, sentence, emit);
};

/** The owner replied on another device, so the agent owes no reply. */
const elsewhere = ({store, clock, people}: RecordEventsDeps, {event: kept}: Of<'elsewhere'>): void => {
  const {to, group, timestamp} = kept;
  const address = group === undefined ? to && people.addressOf(to) : (`signal:group:${group.id}` as const);
  if (to !== undefined) people.learn(to);
  if (address !== undefined) store.ledger.note({address, way: 'out', at: clock.now(), id: `elsewhere/${timestamp}`});
};

const unreadable = (
  {people, refusal, contactRequests, log}: RecordEventsDeps,
  {author, because}: Of<'unreadable'>,
  emit: Emit,
): void => {
  const address = people.addressOf(author);
  if (address === undefined) return;
  const who = shownName(author, address);
  if (refusal(targetOf(address), undefined) !== undefined) {
    log.debug({address}, "Couldn't read a message from a sender who isn't allowed.");
    return;
  }
  const sentences: Readonly<Record<typeof because, string>> = {
    untrusted: `The safety number of ${who} has changed, so their messages can't be read. Compare it with them, then run: rooster signal trust ${address}. Their messages arrive after that.`,
    undecryptable: `Couldn't decrypt a message from ${who}. signal-cli asks them to send it again.`,
    'no-timestamp': `A message from ${who} has an impossible timestamp and was dropped. Ask them to send it again.`,
  };
  // Stored under its own name, because the author is an allowed contact.
  contactRequests.note(
    {address: `${address}${because === 'untrusted' ? UNTRUSTED : `#${because}`}`, name: who},
    sentences[because],
    emit,
  );
};

const shownName = ({name, number, uuid}: SignalPerson, address: Address): string => {
  const ids = [number, uuid].filter(id => id !== undefined).join(', ') || address;
  return name === undefined ? ids : `${name} (${ids})`;
};

type Of<K extends Sorted['kind']> = Extract<Sorted, {kind: K}>;
