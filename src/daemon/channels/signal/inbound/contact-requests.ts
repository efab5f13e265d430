// Who knocked: people and groups that are not served. They get nothing; the operator is told of each once, and then at most once a
// day, however many messages come. Who it was is kept, what they said is not.

import type {ChannelStatus, ContactRequest} from '../../../../shared/events/gateway-event.ts';
import type {Address} from '../../../../shared/records/address.ts';
import {DAY, HOUR} from '../../../../shared/time/time.ts';
import type {CursorStore, Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';

export type ContactRequests = {
  /** In the transaction at hand. */
  readonly note: (who: {readonly address: Address; readonly name?: string}, sentence: string, emit: Emit) => void;
};

export const createContactRequests = ({
  store,
  clock,
  log,
}: Pick<World, 'store' | 'clock' | 'log'>): ContactRequests => ({
  note: ({address, name}, sentence, emit) => {
    const now = clock.now();
    const kept = readBook(store.cursors);
    const before = kept.find(contactRequest => contactRequest.address === address);
    const isNotice = before === undefined || now - before.toldAt >= TELL_AGAIN_MS;
    // A flood of new faces is one story too.
    const toldLately = kept.filter(({toldAt}) => now - toldAt < HOUR).length;
    const tells = isNotice && toldLately < MOST_TOLD_AN_HOUR;
    const contactRequest: Noted = {
      address,
      ...(name !== undefined && {name}),
      times: 1 + (before?.times ?? 0),
      lastAt: now,
      toldAt: tells ? now : (before?.toldAt ?? 0),
    };
    const others = kept.filter(each => each !== before).slice(0, MOST_KEPT - 1);
    store.cursors.set(MARK, JSON.stringify([contactRequest, ...others]));
    if (!tells) return;
    emit({type: 'policy.refused', reason: sentence, source: {kind: 'user', name: name ?? address, channel: 'signal'}});
    log.warn({address}, sentence);
  },
});

/** Those who are served, and whose messages cannot be read since their safety number changed; newest first. */
export const readUntrusted = (cursors: Pick<CursorStore, 'get'>): NonNullable<ChannelStatus['untrusted']> =>
  readBook(cursors)
    .filter(({address}) => address.endsWith(UNTRUSTED))
    .map(({address, name, lastAt}) => {
      const of: Address = `signal:${address.slice('signal:'.length, -UNTRUSTED.length)}`;
      return {address: of, name: name ?? of, lastAt};
    });

/** Their safety number is trusted now; in the transaction at hand. */
export const forgetUntrusted = (cursors: CursorStore, isTrusted: (address: Address) => boolean): void => {
  const trusted = new Set(
    readUntrusted(cursors).flatMap(({address}) => (isTrusted(address) ? [`${address}${UNTRUSTED}`] : [])),
  );
  if (trusted.size === 0) return;
  cursors.set(MARK, JSON.stringify(readBook(cursors).filter(({address}) => !trusted.has(address))));
};

/** Newest first, bounded. */
export const readContactRequests = (cursors: Pick<CursorStore, 'get'>): readonly ContactRequest[] =>
  readBook(cursors)
    .filter(({address}) => !address.includes(ABOUT))
    .map(({toldAt: _, ...contactRequest}) => contactRequest);

type Noted = ContactRequest & {readonly toldAt: number};

const readBook = (cursors: Pick<CursorStore, 'get'>): readonly Noted[] => {
  const kept = cursors.get(MARK);
  return kept === undefined ? [] : (JSON.parse(kept) as readonly Noted[]);
};

const MARK = 'signal.knocks';
/** Behind it stands what is told of somebody who is served. */
const ABOUT = '#';
export const UNTRUSTED = `${ABOUT}untrusted`;
const MOST_KEPT = 50;
const MOST_TOLD_AN_HOUR = 20;
const TELL_AGAIN_MS = DAY;
