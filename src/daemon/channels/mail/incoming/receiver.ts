// Receives mail: follows the folder, stores what a configured person wrote with the position in the folder, and passes
// it on from there.

import {addressOf, targetOf} from '../../../../shared/records/address.ts';
import type {Delivery} from '../../../../shared/records/delivery/delivery.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {InboundHandler} from '../../../ports/channel.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import {createContactRequests} from '../../inbox/contact-requests.ts';
import {startPruning} from '../../inbox/prune-inbox.ts';
import {keepArrival} from '../../inbox/receive.ts';
import {startRetrying} from '../../inbox/retrying.ts';
import {startWork, type Work} from '../../inbox/work-inbox.ts';
import type {OpenFolder} from './folder.ts';
import {handleMail} from './handle-mail.ts';
import {mailIdentity} from './kept-mail.ts';
import {type MailReader, type ReadMail, withinBudget} from './mail-reader.ts';
import {readNewMail} from './read-new-mail.ts';
import {type TakeMailDeps, type TakenMail, takeMail} from './take-mail.ts';

type ReceiverDeps = World &
  Omit<TakeMailDeps, 'read'> & {
    readonly reader: MailReader;
    readonly open: OpenFolder;
    readonly chance: () => number;
    /** The state of this half may have changed. */
    readonly onChange: () => void;
  };

/** The state of one half of the channel. */
export type Half = {readonly state: 'starting' | 'up'} | {readonly state: 'down'; readonly because: string};

/** Reads the mailbox. */
export type MailReceiver = {
  readonly half: () => Half;
  readonly lastReceivedAt: () => EpochMs | undefined;
  /** Number of lost connections. */
  readonly restarts: () => number;
  /** A sentence about something that the mailbox lacks. */
  readonly warning: () => string | undefined;
  /** Reading begins with the first handler. */
  readonly listen: (handler: InboundHandler) => AsyncDisposable;
};

export const createReceiver = (deps: ReceiverDeps): MailReceiver => {
  const {store, clock, log, config, open, chance, onChange} = deps;
  const {host, user = config.address} = config.imap;
  const contacts = createContactRequests({store, clock, log, channel: CHANNEL});
  let half: Half = {state: 'starting'};
  let lastReceivedAt: EpochMs | undefined;
  let opened = 0;
  let warning: string | undefined;
  let work: Work | undefined;

  const become = (next: Half): void => {
    half = next;
    onChange();
  };

  const follow = async (signal: AbortSignal, worked: () => void): Promise<number> => {
    await using folder = await open(signal);
    opened += 1;
    warning = folder.warning;
    const take = {
      store,
      clock,
      cursor: `mail.read:${user}@${host}/${config.folder}`,
      take: async (...[of, head]: Parameters<Parameters<typeof readNewMail>[0]['take']>) =>
        storeTaken(await takeMail({...deps, read: deps.reader.run}, of, head)),
      onStored: () => {
        lastReceivedAt = clock.now();
        work?.poke();
      },
    };
    while (!signal.aborted) {
      await readNewMail(take, folder, signal);
      worked();
      become({state: 'up'});
      if (!signal.aborted) await folder.changed(signal);
    }
    return 0;
  };

  const storeTaken = async (taken: TakenMail): Promise<(emit: Emit) => void> => {
    switch (taken.kind) {
      case 'person':
        return () => storeMail(taken);
      case 'unproven':
        return emit => storeUnproven(taken, emit);
      case 'stranger':
        return emit => contacts.note(strangerIn(taken), undefined, emit);
      case 'report':
        return takeReport({store, clock, own: config.address, read: deps.reader.run}, taken.source);
      case 'automatic':
      case 'unreadable':
        return () => log.debug({from: taken.from, because: taken.because}, 'A mail was ignored.');
      case 'gone':
        return () => {};
    }
  };

  const storeMail = ({from, mail}: Extract<TakenMail, {kind: 'person'}>): void => {
    const chat = addressOf({channel: CHANNEL, target: from});
    keepArrival(deps, {identity: mailIdentity(chat, mail.messageId), event: mail, owed: chat});
  };

  /** Its row has another name than that of the true mail, so a forged Message-ID hides nothing. */
  const storeUnproven = ({from = '', messageId, because}: Extract<TakenMail, {kind: 'unproven'}>, emit: Emit): void => {
    const chat = addressOf({channel: CHANNEL, target: from});
    const identity = mailIdentity(chat, `!${messageId}`);
    if (keepArrival(deps, {identity, event: undefined, refused: `it ${because}`}) !== 'refused') return;
    const sentence = `A mail that claims to come from ${from} was not read: it ${because}.`;
    contacts.note({address: `${chat}${UNPROVEN}`, name: from}, sentence, emit);
  };

  return {
    half: () => half,
    lastReceivedAt: () => lastReceivedAt,
    restarts: () => Math.max(0, opened - 1),
    warning: () => warning,
    listen: handler => {
      const started = startWork({
        store,
        clock,
        log,
        channel: CHANNEL,
        handle: item => handleMail({store, clock, log, address: config.address, handler}, item),
      });
      work = started;
      const pruning = startPruning({store, clock, log, channel: CHANNEL});
      const following = startRetrying({
        clock,
        chance,
        round: follow,
        onFailure: error => {
          const because = errorMessage(error);
          log.info({because}, "Couldn't read the mailbox. Rooster opens it again.");
          become({state: 'down', because: `The mailbox can't be read now: ${because}`});
        },
      });
      return {
        [Symbol.asyncDispose]: async () => {
          // First nothing new begins, then the mail that is being read is given up.
          const ended = following[Symbol.asyncDispose]();
          await deps.reader[Symbol.asyncDispose]();
          await ended;
          await started[Symbol.asyncDispose]();
          pruning[Symbol.dispose]();
        },
      };
    },
  };
};

const strangerIn = ({from = '', name}: Extract<TakenMail, {kind: 'stranger'}>) => ({
  address: addressOf({channel: CHANNEL, target: from}),
  name,
});

const CHANNEL = 'mail';
/** Keeps such a claim out of the list of strangers. */
const UNPROVEN = '#unproven';

/**
 * Resolves with the change that a delivery report makes, for the transaction that stores how far the mailbox was read.
 * `own`: the agent's address. A report that takes too much work to read changes nothing.
 */
export const takeReport = async (
  {store, clock, own, read}: Pick<World, 'store' | 'clock'> & {readonly own: string; readonly read: ReadMail},
  source: Uint8Array,
): Promise<(emit: Emit) => void> => {
  const bounce = await withinBudget(read('bounce', {source, own}), undefined);
  if (bounce === undefined) return () => {};
  return emit => {
    const delivery = store.deliveries.get(bounce.delivery);
    // Anybody may write a report: only one about the mail's own recipient counts.
    if (delivery === undefined || targetOf(delivery.address) !== bounce.recipient || !hasLeft(delivery)) return;
    const dead: Delivery = {
      ...delivery,
      nextAttemptAt: undefined,
      needs: undefined,
      doubts: undefined,
      state: 'dead',
      sentAt: delivery.sentAt ?? clock.now(),
      // Nobody has it, so sending it again by hand isn't a repeat.
      repeat: false,
      lastError: bounce.reason,
    };
    store.deliveries.update(dead);
    const {id, session, runId, turnId} = dead;
    emit({type: 'delivery.dead', session, cause: runId ?? turnId ?? id, delivery: dead});
  };
};

/** `sending`: its copy is being filed. `queued`: it left with an unknown outcome. */
const hasLeft = ({state, attempts}: Delivery): boolean =>
  state === 'sending' || state === 'sent' || state === 'delivered' || (state === 'queued' && attempts > 0);
