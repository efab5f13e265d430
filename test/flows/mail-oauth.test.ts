// A mailbox with OAuth2, from the setup to a refused refresh, against three servers on loopback.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {HOUR} from '../../src/shared/time/time.ts';
import {filesHolding, modeOf} from '../support/files-holding.ts';
import {startImap} from '../support/mail/imap-stand-in.ts';
import {startOauth} from '../support/mail/oauth-stand-in.ts';
import {startSmtp} from '../support/mail/smtp-stand-in.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until, untilGiven} from '../support/until.ts';

test('is set up with a code, logs in with fresh tokens, and says when they are refused', async () => {
  await using oauth = await startOauth();
  await using imap = await startImap({token: oauth.access});
  await using smtp = await startSmtp({token: oauth.access});
  using home = tempDir();
  await using daemon = await openTestDaemon({home: home.path});
  const client = {issuer: oauth.issuer, clientId: 'rooster', scope: 'mail offline_access'};
  const {url, code, grant} = await daemon.call('mail.authorize', client);
  expect([url, code]).toEqual([`${oauth.issuer}/activate`, 'WDJB-MJHT']);
  oauth.answer({status: 400, error: 'authorization_pending'}, 'grant');
  const request = {
    address: 'rooster@example.org',
    imap: `127.0.0.1:${imap.port}`,
    smtp: `127.0.0.1:${smtp.port}`,
    grant,
  };
  const tokens = join(home.path, 'keys/mail-tokens');
  expect(await daemon.whileTimePasses(daemon.call('mail.setup', request))).toEqual({
    folders: ['INBOX'],
    passwordFile: tokens,
    warning: expect.stringContaining('names no folder for sent mail. Set mail.sent.'),
  });
  expect(modeOf(home.path, 'keys/mail-tokens')).toBe('600');
  const login = {host: '127.0.0.1', security: 'none', oauth: {...client, tokens}};
  expect(JSON.parse(readFileSync(join(home.path, 'config.json'), 'utf8'))).toEqual({
    mail: {
      address: 'rooster@example.org',
      imap: {...login, port: imap.port},
      smtp: {...login, port: smtp.port},
    },
  });
  const untilShown = (what: string, fits: (status: {inbound: string; outbound: string; detail?: string}) => boolean) =>
    daemon.whileTimePasses(untilGiven(what, async () => fits(await daemon.call('mail.status', {})) || undefined));
  await untilShown('both halves are up', ({inbound, outbound}) => inbound === 'up' && outbound === 'up');

  // The connection breaks after the token has expired.
  const before = oauth.access();
  await daemon.clock.advance(HOUR);
  const logins = imap.logins();
  imap.drop();
  await daemon.whileTimePasses(until('it logs in again', () => imap.logins() > logins));
  expect(oauth.access()).not.toBe(before);
  expect(filesHolding(home.path, oauth.refresh())).toEqual(['keys/mail-tokens']);

  oauth.answer({status: 400, error: 'invalid_grant'});
  await daemon.clock.advance(HOUR);
  imap.drop();
  await untilShown('the reason is shown', ({detail}) => detail?.includes('Run rooster mail setup again.') === true);
  expect(await daemon.call('mail.status', {})).toMatchObject({
    inbound: 'down',
    inboundDetail: expect.stringMatching(/refused access: invalid_grant\. Run rooster mail setup again\.$/u),
  });
});

test('a denied request writes nothing', async () => {
  await using oauth = await startOauth();
  using home = tempDir();
  await using daemon = await openTestDaemon({home: home.path});
  const {grant} = await daemon.call('mail.authorize', {issuer: oauth.issuer, clientId: 'r', scope: 'mail'});
  oauth.answer({status: 400, error: 'access_denied'});
  const request = {address: 'r@example.org', imap: '127.0.0.1:9', smtp: '127.0.0.1:9', grant};
  await expect(daemon.whileTimePasses(daemon.call('mail.setup', request))).rejects.toThrow('Access was denied');
  expect(filesHolding(home.path, 'example.org')).toEqual([]);
});
