// Sends deliveries over SMTP, and files copies of them. A mail with an unknown outcome is looked for in the folder of
// sent mail before it is sent again.

import {targetOf} from '../../../../shared/records/address.ts';
import type {QuotedMessage} from '../../../../shared/records/delivery/delivery.ts';
import type {Outbound} from '../../../../shared/records/delivery/injection.ts';
import {SendFailure, sendEndOf} from '../../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {type EpochMs, HOUR, MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {Channel} from '../../../ports/channel.ts';
import type {OutputGate} from '../../../ports/output-gate.ts';
import type {World} from '../../../ports/system.ts';
import {startRetrying} from '../../inbox/retrying.ts';
import type {Half} from '../incoming/receiver.ts';
import {type GetLogin, LoginFailure} from '../login.ts';
import {type AnsweredMail, composeMail} from './compose-mail.ts';
import {type MailFiles, mimeOf} from './mime.ts';
import type {SentFolder} from './sent-folder.ts';
import {SMTP_LIMIT_MS, SmtpDown, sendOverSmtp, trySmtp} from './smtp.ts';

/** Sends mail. */
export type MailSender = AsyncDisposable &
  Pick<Channel, 'send' | 'sendLimitMs'> & {
    readonly half: () => Half;
    readonly lastSentAt: () => EpochMs | undefined;
  };

type SenderDeps = Pick<World, 'clock' | 'log'> & {
  readonly config: MailConfig;
  readonly login: GetLogin;
  readonly files: MailFiles;
  readonly sent: SentFolder;
  readonly gate?: OutputGate | undefined;
  /** The mail that a delivery answers. Undefined if it is no longer stored. */
  readonly answered: (quote: QuotedMessage) => AnsweredMail | undefined;
  readonly chance: () => number;
  /** Called when the state of sending may have changed. */
  readonly onChange: () => void;
};

export const openSender = (deps: SenderDeps): MailSender => {
  const {clock, log, config, login, sent, gate, chance, onChange} = deps;
  const {host} = config.smtp;
  let half: Half = {state: 'starting'};
  let lastSentAt: EpochMs | undefined;

  const markUp = (): void => {
    half = {state: 'up'};
    onChange();
  };

  const markDown = (error: unknown): void => {
    half = {state: 'down', because: errorMessage(error)};
    onChange();
  };

  const probing = startRetrying({
    clock,
    chance,
    onFailure: markDown,
    round: async signal => {
      if (half.state === 'up') return HOUR;
      try {
        await trySmtp({server: config.smtp, login: await login(config.smtp), signal});
        markUp();
        return HOUR;
      } catch (error) {
        if (sendEndOf(error).retry !== 'afterFix') throw error;
        // A server locks the account after many wrong passwords.
        markDown(error);
        return FIX_CHECK_MS;
      }
    },
  });

  const handOver = async (outbound: Outbound, raw: Buffer, signal: AbortSignal): Promise<void> => {
    try {
      const mail = {from: config.address, to: targetOf(outbound.to), raw};
      await sendOverSmtp(mail, {server: config.smtp, login: await login(config.smtp), signal, gate});
      lastSentAt = clock.now();
      markUp();
    } catch (error) {
      // Deliveries wait while the server can't be used by any of them.
      if ((error instanceof SmtpDown || error instanceof LoginFailure) && !signal.aborted) {
        markDown(error);
        probing.poke();
      }
      throw error;
    }
  };

  /** True if an earlier attempt got through. */
  const hasLeft = async (messageId: string, signal: AbortSignal): Promise<boolean> => {
    try {
      return await sent.has(messageId, signal);
    } catch (error) {
      const sentence = `Rooster can't look whether it was sent already: ${errorMessage(error)}`;
      throw new SendFailure(sentence, {retry: 'unsent', retryAfterMs: LOOK_AGAIN_MS}, {cause: error});
    }
  };

  /** The mail is sent; a missing copy isn't an error. */
  const fileCopy = async (messageId: string, raw: Buffer, signal: AbortSignal): Promise<void> => {
    const late = new AbortController();
    using _limit = clock.after(COPY_LIMIT_MS, () => late.abort());
    try {
      await sent.keep(messageId, raw, AbortSignal.any([signal, late.signal]));
    } catch (error) {
      const because = late.signal.aborted ? `no answer within ${COPY_LIMIT_MS / SECOND} seconds` : errorMessage(error);
      log.warn({messageId, because}, "Couldn't file a copy of a sent mail.");
    }
  };

  return {
    half: () => half,
    lastSentAt: () => lastSentAt,
    send: async (outbound, signal, onPart) => {
      const answered =
        outbound.quote === undefined ? undefined : (deps.answered(outbound.quote) ?? withoutCopy(outbound.quote));
      const mail = composeMail(outbound, {config, answered});
      const {messageId} = mail;
      const raw = await mimeOf(mail, outbound.files ?? [], {...deps, at: clock.now()});
      if (outbound.accepted === undefined) {
        if (outbound.repeat && (await hasLeft(messageId, signal))) {
          log.info({messageId}, `${host} had sent a mail before its delivery was stored as sent.`);
          return {at: clock.now(), channelIds: [messageId], once: true};
        }
        await handOver(outbound, raw, signal);
        // Stored before the copy is filed, so that a crash in between sends nothing again.
        await onPart({at: clock.now(), channelIds: [messageId]});
      }
      await fileCopy(messageId, raw, signal);
      return {at: clock.now(), once: outbound.accepted === undefined ? undefined : true};
    },
    sendLimitMs: SMTP_LIMIT_MS,
    [Symbol.asyncDispose]: () => probing[Symbol.asyncDispose](),
  };
};

/** The mail as far as known without its stored copy. */
const withoutCopy = ({id, text}: QuotedMessage): AnsweredMail => ({messageId: id, references: [], subject: '', text});

const FIX_CHECK_MS = 5 * MINUTE;
const LOOK_AGAIN_MS = 30 * SECOND;
const COPY_LIMIT_MS = MINUTE;
