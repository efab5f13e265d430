// Who knocked: people and groups that are not served. They get nothing; the operator is told of each once, and then at most once a
// day, however many messages come. Who it was is kept, what they said is not.
import type {Address} from '../../../../shared/address.ts';
import type {ChannelStatus, Knock} from '../../../../shared/gateway-event.ts';
import {DAY, HOUR} from '../../../../shared/time.ts';
import type {Emit, MarkStore, World} from '../../../ports.ts';

export type Knocks = {
  /** In the transaction at hand. */
  readonly note: (who: {readonly address: Address; readonly name?: string}, sentence: string, emit: Emit) => void;
};

export const createKnocks = ({store, clock, log}: Pick<World, 'store' | 'clock' | 'log'>): Knocks => ({
  note: ({address, name}, sentence, emit) => {
    const now = clock.now();
    const kept = readBook(store.marks);
    const before = kept.find(knock => knock.address === address);
    const isNews = before === undefined || now - before.toldAt >= TELL_AGAIN_MS;
    // A flood of new faces is one story too.
    const toldLately = kept.filter(({toldAt}) => now - toldAt < HOUR).length;
    const tells = isNews && toldLately < MOST_TOLD_AN_HOUR;
    const knock: Noted = {
      address,
      ...(name !== undefined && {name}),
      times: 1 + (before?.times ?? 0),
      lastAt: now,
      toldAt: tells ? now : (before?.toldAt ?? 0),
    };
    const others = kept.filter(each => each !== before).slice(0, MOST_KEPT - 1);
    store.marks.set(MARK, JSON.stringify([knock, ...others]));
    if (!tells) return;
    emit({type: 'policy.refused', reason: sentence, source: {kind: 'user', name: name ?? address, channel: 'signal'}});
    log.warn({address}, sentence);
  },
});

/** Those who are served, and whose messages cannot be read since their safety number changed; newest first. */
export const readUntrusted = (marks: Pick<MarkStore, 'get'>): NonNullable<ChannelStatus['untrusted']> =>
  readBook(marks)
    .filter(({address}) => address.endsWith(UNTRUSTED))
    .map(({address, name, lastAt}) => {
      const of: Address = `signal:${address.slice('signal:'.length, -UNTRUSTED.length)}`;
      return {address: of, name: name ?? of, lastAt};
    });

/** Their safety number is trusted now; in the transaction at hand. */
export const forgetUntrusted = (marks: MarkStore, isTrusted: (address: Address) => boolean): void => {
  const trusted = new Set(
    readUntrusted(marks).flatMap(({address}) => (isTrusted(address) ? [`${address}${UNTRUSTED}`] : [])),
  );
  if (trusted.size === 0) return;
  marks.set(MARK, JSON.stringify(readBook(marks).filter(({address}) => !trusted.has(address))));
};

/** Newest first, bounded. */
export const readKnocks = (marks: Pick<MarkStore, 'get'>): readonly Knock[] =>
  readBook(marks)
    .filter(({address}) => !address.includes(ABOUT))
    .map(({toldAt: _, ...knock}) => knock);

type Noted = Knock & {readonly toldAt: number};

const readBook = (marks: Pick<MarkStore, 'get'>): readonly Noted[] => {
  const kept = marks.get(MARK);
  return kept === undefined ? [] : (JSON.parse(kept) as readonly Noted[]);
};

const MARK = 'signal.knocks';
/** Behind it stands what is told of somebody who is served. */
const ABOUT = '#';
export const UNTRUSTED = `${ABOUT}untrusted`;
const MOST_KEPT = 50;
const MOST_TOLD_AN_HOUR = 20;
const TELL_AGAIN_MS = DAY;
