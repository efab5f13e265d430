// Records contact requests of people and groups that aren't allowed. They get no answer. The operator gets a note about
// each at most once a day. The author is stored, the content isn't.

import type {ChannelStatus, ContactRequest} from '../../../shared/events/gateway-event.ts';
import type {Address} from '../../../shared/records/address.ts';
import {DAY, HOUR} from '../../../shared/time/time.ts';
import type {CursorStore, Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';

export type ContactRequests = {
  /** Runs in the current transaction. Without a sentence the request is only listed. */
  readonly note: (
    who: {readonly address: Address; readonly name?: string},
    sentence: string | undefined,
    emit: Emit,
  ) => void;
};

export const createContactRequests = ({
  store,
  clock,
  log,
  channel,
}: Pick<World, 'store' | 'clock' | 'log'> & {readonly channel: string}): ContactRequests => ({
  note: ({address, name}, sentence, emit) => {
    const now = clock.now();
    const kept = readRequests(store.cursors, channel);
    const before = kept.find(contactRequest => contactRequest.address === address);
    const isNotice = before === undefined || now - before.noticedAt >= NOTICE_AGAIN_MS;
    // Limits notices about many new contacts.
    const noticedLately = kept.filter(({noticedAt}) => now - noticedAt < HOUR).length;
    const notifies = sentence !== undefined && isNotice && noticedLately < MOST_NOTICES_AN_HOUR;
    const contactRequest: Noted = {
      address,
      name,
      times: 1 + (before?.times ?? 0),
      lastAt: now,
      noticedAt: notifies ? now : (before?.noticedAt ?? 0),
    };
    const others = kept.filter(each => each !== before).slice(0, MOST_KEPT - 1);
    store.cursors.set(markOf(channel), JSON.stringify([contactRequest, ...others]));
    if (!notifies) return;
    const source = {kind: 'user', name: name ?? address, channel} as const;
    const {noticedAt: _, ...contact} = contactRequest;
    const isStranger = !address.includes(ABOUT);
    emit({type: 'policy.refused', reason: sentence, source, contact: isStranger ? contact : undefined});
    log.warn({address}, sentence);
  },
});

/** Allowed people whose messages are unreadable since their safety number changed. Newest first. */
export const readUntrusted = (cursors: Pick<CursorStore, 'get'>): NonNullable<ChannelStatus['untrusted']> =>
  readRequests(cursors, 'signal')
    .filter(({address}) => address.endsWith(UNTRUSTED))
    .map(({address, name, lastAt}) => {
      const of: Address = `signal:${address.slice('signal:'.length, -UNTRUSTED.length)}`;
      return {address: of, name: name ?? of, lastAt};
    });

/** Removes people whose safety number is trusted now. Runs in the current transaction. */
export const forgetUntrusted = (cursors: CursorStore, isTrusted: (address: Address) => boolean): void => {
  const trusted = new Set(
    readUntrusted(cursors).flatMap(({address}) => (isTrusted(address) ? [`${address}${UNTRUSTED}`] : [])),
  );
  if (trusted.size === 0) return;
  cursors.set(
    markOf('signal'),
    JSON.stringify(readRequests(cursors, 'signal').filter(({address}) => !trusted.has(address))),
  );
};

/** Newest first, up to a limit. */
export const readContactRequests = (cursors: Pick<CursorStore, 'get'>, channel: string): readonly ContactRequest[] =>
  readRequests(cursors, channel)
    .filter(({address}) => !address.includes(ABOUT))
    .map(({noticedAt: _, ...contactRequest}) => contactRequest);

type Noted = ContactRequest & {readonly noticedAt: number};

const readRequests = (cursors: Pick<CursorStore, 'get'>, channel: string): readonly Noted[] => {
  const kept = cursors.get(markOf(channel));
  return kept === undefined ? [] : (JSON.parse(kept) as readonly Noted[]);
};

/** The stored key of Signal's requests is an old name: renaming it would lose the requests that are kept. */
const markOf = (channel: string): string => (channel === 'signal' ? 'signal.knocks' : `${channel}.requests`);
/** Separates an allowed address from its problem. */
const ABOUT = '#';
export const UNTRUSTED = `${ABOUT}untrusted`;
const MOST_KEPT = 50;
const MOST_NOTICES_AN_HOUR = 20;
const NOTICE_AGAIN_MS = DAY;
