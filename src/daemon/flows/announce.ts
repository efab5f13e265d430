// Announce: telling a person what an isolated turn found, through the conversation they are in. Every way there uses the
// key run + address, so that one announcement makes one delivery, and a second attempt after a crash makes none.
import {type Address, channelOf, isGroup} from '../../shared/address.ts';
import {wordsFor} from '../../shared/gateway-error.ts';
import type {InjectionSource} from '../../shared/injection.ts';
import type {Run} from '../../shared/jobs.ts';
import {sessionAt} from '../../shared/session-key.ts';
import type {Outbox} from '../delivery/outbox.ts';
import type {Emit, World} from '../ports.ts';
import type {Router} from '../router.ts';
import {withoutSentinels} from '../schedule/suppression.ts';
import type {SessionBook} from '../sessions/session-book.ts';

export type AnnounceDeps = World & {
  readonly agent: () => string;
  readonly router: Pick<Router, 'inject'>;
  readonly outbox: Outbox;
  readonly book: SessionBook;
  /** The daemon is closing: what is cut short now is carried on by the next one. */
  readonly closing: () => boolean;
};

export type Announcement = {
  readonly run: Run;
  readonly source: InjectionSource;
  /** What it is called towards the model. */
  readonly title: string;
  readonly text: string;
  /** `rephrase`: the person's own session tells it in its own words; `direct`: word for word. */
  readonly mode: 'rephrase' | 'direct';
};

export type Announcer = {
  /** Resolves when the delivery is in the outbox (or the session chose to say nothing). Never rejects. */
  readonly announce: (announcement: Announcement, address: Address) => Promise<void>;
  /** Puts a text into the session at an address, and on its way, word for word; in the transaction at hand. */
  readonly putDirectly: (announcement: Omit<Announcement, 'mode' | 'title'>, address: Address, emit: Emit) => void;
};

export const createAnnouncer = (deps: AnnounceDeps): Announcer => {
  const {store, outbox, book, clock, ids, log} = deps;

  const putDirectly: Announcer['putDirectly'] = ({run, source, text}, address, emit) => {
    const key = announcementKey(run, address);
    if (store.deliveries.byKey(key) !== undefined || text.trim() === '') return;
    const session = sessionAt(deps.agent(), address);
    const at = clock.now();
    const {trust} = book.touch({session, trust: 'familiar', at, routed: false});
    const message = store.messages.add({id: ids.next('msg'), session, role: 'assistant', text, at, source});
    emit({type: 'message.added', session, cause: run.id, trust, message});
    outbox.enqueue({key, address, text, session, runId: run.id}, emit);
    book.changed(session, emit);
  };

  const rephrase = async ({run, source, title, text}: Announcement, address: Address): Promise<string | undefined> => {
    const session = sessionAt(deps.agent(), address);
    const entry = await deps.router.inject(
      {
        target: session,
        content: announceText(title, text),
        trust: 'full',
        promptChannel: channelOf(address),
        source,
      },
      {
        settle: (outcome, emit) => {
          if (outcome.kind !== 'replied') return;
          const key = announcementKey(run, address);
          outbox.enqueue({key, address, text: withoutSentinels(outcome.text), session, runId: run.id}, emit);
        },
      },
    );
    if (entry.kind === 'refused') return entry.reason;
    const outcome = await entry.outcome;
    return outcome.kind === 'failed' || outcome.kind === 'aborted' ? outcome.error : undefined;
  };

  return {
    putDirectly,
    announce: async (announcement, address) => {
      const {run, mode} = announcement;
      if (store.deliveries.byKey(announcementKey(run, address)) !== undefined) return;
      if (mode === 'rephrase' && !isGroup(address)) {
        const failure = await rephrase(announcement, address).catch(wordsFor);
        if (failure === undefined || deps.closing()) return;
        log.warn({run: run.id, address}, `announced word for word, since its session could not tell it: ${failure}`);
      }
      store.transact(emit => putDirectly(announcement, address, emit));
    },
  };
};

/** At most one delivery of a run per address, on whichever path it came. */
export const announcementKey = (run: Run, address: Address): string => `${run.id}@${address}`;

/** What the person's own session is told (the announce-flow seed's words, near enough). */
export const announceText = (title: string, output: string): string =>
  `[Scheduled task "${title}" completed. Summarize the findings naturally for the user. Keep it brief: this is a push ` +
  `notification. Do not mention that this was a scheduled task unless relevant.]\n\n${output}`;
