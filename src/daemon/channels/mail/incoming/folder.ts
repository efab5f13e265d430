// The folder that is read, over IMAP. Opened for reading only: nothing on the server changes.
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import {createImapClient, sentFolderWarning} from '../imap.ts';
import type {GetLogin, MailLogin} from '../login.ts';

/** Headers and sizes, read first of each mail. */
export type MailHead = {
  readonly uid: number;
  readonly size: number;
  /** When the server received it. */
  readonly receivedAt: EpochMs;
  readonly header: Buffer;
};

export type Folder = AsyncDisposable & {
  /** UIDs count only together with it. */
  readonly uidValidity: string;
  /** Every later mail has this UID or a higher one. */
  readonly uidNext: number;
  /** There is no folder for sent mail: a sentence. */
  readonly warning?: string;
  /** Ascending. */
  readonly after: (uid: number) => Promise<readonly number[]>;
  /** Received since about that instant, ascending. The server knows only days. */
  readonly since: (at: EpochMs) => Promise<readonly number[]>;
  /** Undefined for a mail that is gone. */
  readonly head: (uid: number) => Promise<MailHead | undefined>;
  readonly source: (uid: number) => Promise<Buffer | undefined>;
  /** Resolves when there may be new mail. Rejects when the connection has ended. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
};

type FolderDeps = {
  readonly clock: Clock;
  readonly config: Pick<MailConfig, 'imap' | 'folder' | 'sent'>;
  readonly login: GetLogin;
};

export type OpenFolder = (signal: AbortSignal) => Promise<Folder>;

export const folderOpener =
  ({clock, config, login}: FolderDeps): OpenFolder =>
  async signal => {
    const account = await login(config.imap);
    const client = await createImapClient(config.imap, account, {
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: 30 * SECOND,
      socketTimeout: SILENCE_MS,
      maxIdleTime: IDLE_MS,
      maxLineLength: LONGEST_LINE,
      maxLiteralSize: LARGEST_LITERAL,
    });
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => {});
    client.on('error', error => ended.reject(error));
    client.on('close', () => ended.reject(new Error('the server closed the connection')));
    signal.addEventListener('abort', () => client.close(), {once: true});
    // Mail may be announced at any time, even while other mail is read.
    let hasNew = false;
    let wake = (): void => {};
    client.on('exists', () => {
      hasNew = true;
      wake();
    });
    /** A lost connection ends every wait. */
    const orEnd = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended.promise]);
    try {
      await orEnd(client.connect());
      // Without QRESYNC, which reports changed flags and removed mails. Only mails after the last UID are read here.
      const {uidValidity, uidNext} = await orEnd(client.mailboxOpen(config.folder, {readOnly: true}));
      const warning = sentFolderWarning(await orEnd(client.list()), config.sent);
      return {
        uidValidity: String(uidValidity),
        uidNext,
        warning,
        after: async uid =>
          ascending(await orEnd(client.search({uid: `${uid + 1}:*`}, {uid: true}))).filter(later => later > uid),
        since: async at => ascending(await orEnd(client.search({since: new Date(at)}, {uid: true}))),
        head: async uid => {
          const query = {uid: true, size: true, internalDate: true, headers: true};
          const mail = await orEnd(client.fetchOne(String(uid), query, {uid: true}));
          if (mail === false || mail.headers === undefined) return undefined;
          const at = mail.internalDate === undefined ? clock.now() : new Date(mail.internalDate).getTime();
          return {uid, size: mail.size ?? 0, receivedAt: Number.isFinite(at) ? at : clock.now(), header: mail.headers};
        },
        source: async uid => {
          const mail = await orEnd(client.fetchOne(String(uid), {uid: true, source: true}, {uid: true}));
          return mail === false ? undefined : mail.source;
        },
        changed: async closing => {
          if (!hasNew) {
            const {promise, resolve} = Promise.withResolvers<void>();
            wake = resolve;
            closing.addEventListener('abort', () => resolve(), {once: true});
            // A server may forget to say that mail came.
            using _look = clock.after(LOOK_MS, resolve);
            client.idle().catch(() => resolve());
            await orEnd(promise);
          }
          hasNew = false;
        },
        [Symbol.asyncDispose]: async () => client.close(),
      };
    } catch (error) {
      client.close();
      throw withSentence(error, config.imap.host, account);
    }
  };

const ascending = (uids: number[] | false | undefined): readonly number[] =>
  uids === false || uids === undefined ? [] : uids.toSorted((first, second) => first - second);

/** `authenticationFailed` is set by imapflow. */
const withSentence = (error: unknown, host: string, {kind, user}: MailLogin): Error => {
  if (!(error instanceof Error)) return new Error(String(error));
  if ('authenticationFailed' in error && error.authenticationFailed === true) {
    const sentence =
      kind === 'password'
        ? `${host} refused the password of ${user}. Check mail.imap.`
        : `${host} refused the access token of ${user}. Run rooster mail setup again.`;
    return new GatewayError('refused', sentence, {cause: error});
  }
  return error;
};

const IDLE_MS = 4 * MINUTE;
const LOOK_MS = 5 * MINUTE;
const SILENCE_MS = 6 * MINUTE;
const LONGEST_LINE = 1_000_000;
const LARGEST_LITERAL = 64 * 1_024 * 1_024;
