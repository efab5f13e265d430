// A daemon killed between every two steps of sending mail and of answering one, with a real dovecot: nothing is lost, each mail gets one
// answer, and a second copy is marked as a repeat and has the same Message-ID.
// @module-tag deep
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createImapClient} from '../../src/daemon/channels/mail/imap.ts';
import {commitsIn, liveUntil, spawnArmed} from '../support/armed-daemon.ts';
import {copyDatabase, count, kept, openToRead} from '../support/crash-home.ts';
import {everyRound, everyThird, killsIn, PATIENCE_MS, PLAYED, roundsMs} from '../support/crash-steps.ts';
import {type Dovecot, startDovecot} from '../support/mail/dovecot.ts';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {whyNoDovecot} from '../support/mail/mail-programs.ts';
import {mailSource} from '../support/mail/signed-mail.ts';
import {type SmtpStandIn, startSmtp} from '../support/mail/smtp-stand-in.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {type TempDir, tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

const MISSING = whyNoDovecot();
const ALICE = 'alice@example.org';

type Scene = AsyncDisposable & {readonly path: string; readonly smtp: SmtpStandIn};

describe.skipIf(MISSING !== undefined)(`mail${MISSING === undefined ? '' : ` (skipped: ${MISSING})`}`, () => {
  let folder: TempDir;
  let imap: Dovecot;
  beforeAll(async () => {
    folder = tempDir('mail');
    imap = await startDovecot(folder.path);
  });
  afterAll(async () => {
    await imap[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  let users = 0;
  const configure = (home: string, smtpPort: number, user: string): void => {
    const mail = mailConfig(smtpPort, imap.port, {address: 'rooster@example.org', authserv: 'mx.example.org'});
    const config = {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default', `mail:${ALICE}`]}],
      mail: {...mail, imap: {...mail.imap, user}},
    };
    writeFileSync(join(home, 'config.json'), JSON.stringify(config), {mode: 0o600});
  };

  /** A copy of a home, with servers of its own. `user`: the mailbox. @default a new one */
  const scene = async (from: string, user?: string): Promise<Scene> => {
    users += 1;
    const home = tempDir();
    const smtp = await startSmtp();
    copyDatabase(from, home.path);
    configure(home.path, smtp.port, user ?? `user${users}@example.org`);
    return {
      path: home.path,
      smtp,
      [Symbol.asyncDispose]: async () => {
        await smtp[Symbol.asyncDispose]();
        home[Symbol.dispose]();
      },
    };
  };

  const live = (one: Scene, isOver: (scene: Scene) => boolean, at?: string): Promise<boolean> =>
    liveUntil(one.path, () => isOver(one), at);

  /** Kills a daemon before its commits, lets the next one finish, and tells what was sent. */
  const killedEverywhere = async (from: string, isOver: (scene: Scene) => boolean, user?: string) => {
    await using whole = await scene(from, user);
    await live(whole, isOver);
    const commits = commitsIn(whole.path);
    const ends = await sideBySide(everyRound(everyThird(commits)), async step => {
      await using one = await scene(from, user);
      const isDead = await live(one, isOver, step);
      if (isDead) await live(one, isOver);
      return {step, isDead, ...endOf(one)};
    });
    return {commits, ends};
  };

  const endOf = ({path, smtp}: Scene) => {
    using database = openToRead(path);
    const rows = database.prepare('SELECT text, state, repeat FROM deliveries ORDER BY ord').all();
    return {
      sent: smtp.mails.map(({text, mail}) => ({text, id: mail.messageId, answers: mail.inReplyTo})),
      states: rows.map(row => String(row['state'])),
      repeats: rows.filter(row => row['repeat'] === 1).length,
    };
  };

  test('killed while the server has taken the mail and not answered: sent again under its id, marked', async () => {
    using home = tempDir();
    configure(home.path, 9, 'nobody@example.org');
    {
      await using daemon = await startRealDaemon({home: home.path});
      await daemon.call('outbox.send', {to: `mail:${ALICE}`, text: 'one'});
      await daemon.kill('SIGKILL');
    }
    using queued = kept(home.path);
    await using one = await scene(queued.path);
    one.smtp.answer('accept-then-hang');
    {
      await using daemon = spawnArmed(one.path);
      await until('the mail is taken', () => one.smtp.mails.length === 1, PATIENCE_MS);
      await daemon.kill('SIGKILL');
    }
    one.smtp.answer('accept');
    await live(one, isIdle);
    const {sent, states, repeats} = endOf(one);
    expect([sent.length, new Set(sent.map(({id}) => id)).size, states, repeats]).toEqual([2, 1, ['sent'], 1]);
  });

  test(`killed before commits of reading and answering: exactly one answer${PLAYED}`, {
    timeout: roundsMs(400_000),
  }, async () => {
    const user = 'reader@example.org';
    using home = tempDir();
    await using nowhere = await startSmtp();
    configure(home.path, nowhere.port, user);
    {
      await using daemon = await startRealDaemon({home: home.path});
      const isRead = () => count(home.path, `SELECT count(*) AS n FROM marks WHERE name LIKE 'mail.read:%'`) === 1;
      await until('the mailbox was read', isRead, PATIENCE_MS);
      await daemon.kill('SIGKILL');
    }
    using started = kept(home.path);
    await deliverTo(imap, user);
    const {commits, ends} = await killedEverywhere(started.path, isAnswered, user);
    expect(commits.length).toBeGreaterThanOrEqual(12);
    expect(killsIn('a mail, its answer, and dovecot', ends)).toBeGreaterThan(ends.length / 2);
    for (const {step, sent, states, repeats} of ends) {
      expect(states, step).toEqual(['sent']);
      expect(new Set(sent.map(({answers}) => answers)), step).toEqual(new Set(['<q@example.org>']));
      expect(new Set(sent.map(({id}) => id)).size, step).toBe(1);
      expect(sent.length - 1, step).toBeLessThanOrEqual(repeats);
    }
  });
});

/** Nothing waits in the outbox. */
const isIdle = ({path}: Scene): boolean =>
  count(path, `SELECT count(*) AS n FROM deliveries WHERE state IN ('queued', 'sending')`) === 0;

const isAnswered = ({path}: Scene): boolean =>
  count(path, `SELECT count(*) AS n FROM inbox WHERE channel = 'mail' AND state = 'handled'`) === 1 &&
  count(path, `SELECT count(*) AS n FROM deliveries WHERE state = 'sent'`) === 1;

/** A mail from Alice, for which the receiver vouches. */
const deliverTo = async ({port}: Dovecot, user: string): Promise<void> => {
  const server = {host: '127.0.0.1', port, security: 'none', password: 'secret'} as const;
  const client = await createImapClient(server, {kind: 'password', user, password: 'secret'}, {disableAutoIdle: true});
  await client.connect();
  const vouched = {'Authentication-Results': 'mx.example.org; dmarc=pass header.from=example.org'};
  const mail = mailSource({to: 'rooster@example.org', id: '<q@example.org>', text: 'hello', headers: vouched});
  await client.append('INBOX', Buffer.from(mail));
  await client.logout();
};
