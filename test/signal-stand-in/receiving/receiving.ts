// Receives as signal-cli does: while at least one strong handler exists, messages are taken from the server one by one. Each is written to
// the cache, removed from the server, decrypted, its files stored, passed to all handlers under one lock, and then removed from the cache.
// A slow handler blocks all others, and new handlers too.
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Server} from '../signal/server.ts';
import {createLock} from './lock.ts';

export type Handler = {
  /** Weak ones only listen; they do not make signal-cli receive. */
  readonly strong: boolean;
  /** Resolves when the line was accepted. An exception is logged and dropped. */
  deliver(received: string): Promise<void> | void;
};

export type ReceivingDeps = {
  readonly server: Server;
  readonly cache: string;
  readonly attachments: string;
  readonly log: (line: string) => void;
};

export type Receiving = ReturnType<typeof createReceiving>;

export const createReceiving = ({server, cache, attachments, log}: ReceivingDeps) => {
  const handlers = new Set<Handler>();
  const lock = createLock();
  let running: Promise<void> | undefined;
  let stopped = false;
  let wake = (): void => undefined;

  const wanted = (): boolean => !stopped && [...handlers].some(({strong}) => strong);

  const start = (): void => {
    if (running !== undefined || !wanted()) return;
    running = loop().finally(() => {
      running = undefined;
      start();
    });
  };

  const loop = async (): Promise<void> => {
    for (const file of cachedFiles(cache)) {
      if (wanted()) await retry(file);
    }
    while (wanted()) {
      const waiting = server.get('network') === 'up' ? server.next() : undefined;
      if (waiting === undefined) {
        await Promise.race([sleep(LOOK_AGAIN_MS), new Promise<void>(resolve => (wake = resolve))]);
        continue;
      }
      const file = cacheName(cache, waiting.line);
      mkdirSync(dirname(file), {recursive: true, mode: 0o700});
      writeFileSync(file, waiting.line, {mode: 0o600});
      server.ack(waiting.seq);
      dieAt('acked');
      await decryptAndHand(file, waiting.line);
    }
  };

  /** Left over by a killed process. Decrypted messages can't be decrypted again, and are lost silently. */
  const retry = async (file: string): Promise<void> => {
    if (server.isDecrypted(basename(file))) drop(file);
    else await decryptAndHand(file, readFileSync(file, 'utf8'));
  };

  const decryptAndHand = async (file: string, line: string): Promise<void> => {
    const from = sourceOf(line);
    if (from !== undefined && server.get('untrusted').includes(from)) {
      // The ciphertext stays: it is passed on once the sender is trusted.
      if (!file.endsWith(KEPT)) {
        writeFileSync(`${file}${KEPT}`, line, {mode: 0o600});
        rmSync(file, {force: true});
        await hand(untrustedForm(line, from));
      }
      return;
    }
    server.markDecrypted(basename(file));
    dieAt('decrypted');
    await storeFiles(line);
    await hand(line);
    dieAt('handled');
    drop(file);
  };

  const hand = (line: string): Promise<void> =>
    lock.hold(async () => {
      for (const handler of [...handlers]) {
        try {
          await handler.deliver(line);
        } catch (error) {
          log(`WARN  ManagerImpl - Message handler failed, ignoring: ${String(error)}`);
        }
      }
    });

  const storeFiles = async (line: string): Promise<void> => {
    const ids = [...line.matchAll(/"contentType":"[^"]*","filename":(?:null|"[^"]*"),"id":"([^"/]+)"/gu)];
    for (const [, id] of ids) {
      await sleep(server.get('attachmentDelayMs'));
      mkdirSync(attachments, {recursive: true, mode: 0o700});
      writeFileSync(join(attachments, id ?? ''), Buffer.from(server.get('files')[id ?? ''] ?? '', 'base64'));
    }
  };

  const drop = (file: string): void => {
    rmSync(file, {force: true});
    server.forgetDecrypted(basename(file));
  };

  const dieAt = (place: 'acked' | 'decrypted' | 'handled'): void => {
    if (server.get('crashAt') !== place) return;
    server.set('crashAt', null);
    process.kill(process.pid, 'SIGKILL');
  };

  return {
    /** Waits for the message that is being passed on, as every change of the handlers does. */
    add: (handler: Handler): Promise<void> =>
      lock.hold(() => {
        handlers.add(handler);
        start();
      }),
    remove: async (handler: Handler): Promise<void> => {
      await lock.hold(() => void handlers.delete(handler));
      if (!wanted()) {
        wake();
        await running;
      }
    },
    /** For a disconnected client: no message waits for it. */
    forget: (handler: Handler): void => void handlers.delete(handler),
    wake: (): void => wake(),
    receiving: (): boolean => wanted(),
    /** After a sender is trusted, their cached messages are passed on. */
    redeliver: async (): Promise<void> => {
      for (const file of cachedFiles(cache)) if (file.endsWith(KEPT)) await retry(file);
    },
    stop: async (): Promise<void> => {
      stopped = true;
      wake();
      await running;
    },
  };
};

const cachedFiles = (cache: string): readonly string[] =>
  existsSync(cache)
    ? readdirSync(cache, {recursive: true, withFileTypes: true})
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .sort()
    : [];

/** Ends with the sender's timestamp. Known senders have their own folder. */
const cacheName = (cache: string, line: string): string => {
  const number = /"sourceNumber":"(\+\d+)"/u.exec(line)?.[1];
  const sent = /"timestamp":(\d+)/u.exec(line)?.[1] ?? '0';
  taken += 1;
  return join(cache, number === undefined ? '' : number.slice(1), `${Date.now() * 1_000 + (taken % 1_000)}_${sent}`);
};

const sourceOf = (line: string): string | undefined => /"sourceUuid":"([0-9a-f-]{36})"/u.exec(line)?.[1];

const untrustedForm = (line: string, from: string): string => {
  const {envelope, account} = JSON.parse(line) as {envelope: Record<string, unknown>; account: string};
  const headers = Object.fromEntries(
    Object.entries(envelope).filter(([, value]) => typeof value !== 'object' || value === null),
  );
  const exception = {message: `Untrusted identity: ${from}`, type: 'UntrustedIdentityException'};
  return JSON.stringify({exception, envelope: headers, account});
};

let taken = 0;
const KEPT = '.untrusted';
const LOOK_AGAIN_MS = 50;
