// The built daemon: its files, its workers, its source maps, and the licences of the packages in it.
import {readdirSync, readFileSync} from 'node:fs';
import {SourceMap} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, it} from 'vitest';
import type {MAIL_JOBS} from '../../src/daemon/channels/mail/incoming/mail-jobs.ts';
import {openWorker} from '../../src/daemon/system/worker/budgeted-worker.ts';
import type {PAGE_JOBS} from '../../src/daemon/tools/web/page-text.ts';
import {dnsOf, mailSource, signedBy} from '../support/mail/signed-mail.ts';
import {ROOT} from '../support/rooster-home.ts';

const DAEMON = join(ROOT, 'dist/daemon');

const startOfTheDaemon = (): {readonly code: string; readonly map: SourceMap} => {
  const name = readdirSync(DAEMON).find(file => /^run-daemon-verb-[\w-]{8}\.js$/.test(file));
  if (name === undefined) throw new Error('The build has no file for the start of the daemon.');
  const path = join(DAEMON, name);
  return {code: readFileSync(path, 'utf8'), map: new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))};
};

it('writes source maps that lead from the bundle to the line of the source', () => {
  const {code, map} = startOfTheDaemon();
  const lines = code.slice(0, code.search(/\bopenStore=/)).split('\n');
  const entry = map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
  if (!('originalSource' in entry)) throw new Error('No line of the source.');
  const source = readFileSync(join(DAEMON, entry.originalSource), 'utf8').split('\n');
  expect(source[entry.originalLine]).toContain('export const openStore = ');
});

it('reads big pages in a worker thread of its own, too', async () => {
  const program = readdirSync(DAEMON).find(file => /^page-worker-[\w-]{8}\.js$/.test(file)) ?? '';
  const users = readdirSync(DAEMON).filter(
    file =>
      file.endsWith('.js') && file !== program && readFileSync(join(DAEMON, file), 'utf8').includes(`./${program}`),
  );
  // One per build: an earlier build's files are kept for a daemon that still runs.
  expect(users).not.toEqual([]);
  await using worker = openWorker<typeof PAGE_JOBS>({
    program: pathToFileURL(join(DAEMON, program)),
    processorMs: {page: 5_000},
    memoryMb: 256,
  });
  const page = {url: 'http://a.example/', contentType: 'text/html', body: Buffer.from('<title>A</title><p>Hello')};
  expect(await worker.run('page', page)).toEqual({kind: 'text', title: 'A', text: 'Hello'});
});

it('reads mail in a worker thread of its own, whose file the daemon knows', async () => {
  const program = readdirSync(DAEMON).find(file => /^mail-worker-[\w-]{8}\.js$/.test(file)) ?? '';
  const users = readdirSync(DAEMON).filter(
    file =>
      file.endsWith('.js') && file !== program && readFileSync(join(DAEMON, file), 'utf8').includes(`./${program}`),
  );
  expect(users).not.toEqual([]);
  await using worker = openWorker<typeof MAIL_JOBS>({
    program: pathToFileURL(join(DAEMON, program)),
    answer: async question => {
      const {domain, type} = question as {domain: string; type: string};
      return dnsOf()(domain, type);
    },
    processorMs: {head: 5_000, judge: 5_000, content: 5_000, html: 5_000, bounce: 5_000},
    memoryMb: 256,
  });
  const source = Buffer.from(await signedBy(mailSource()));
  const config = {address: 'rooster@rooster.example', aliases: [], signers: {}};
  const claim = {source, config, from: 'alice@example.org', messageId: '<1@example.org>'};
  expect(await worker.run('judge', claim)).toMatchObject({kind: 'proven'});
  expect(await worker.run('html', '<p>At <b>noon</b>?</p>')).toEqual({text: 'At noon?', isCut: false});
});

it('contains at most 139 packages, each with its licence', () => {
  const [, ...sections] = readFileSync(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8').split(/^={80}\n\n/mu);
  const notices = new Map(sections.map(text => [/^(\S+) \d+\.\d+\.\d+\n/u.exec(text)?.[1] ?? '', text]));
  expect(notices.get('suncalc')).toContain('Copyright (c) 2026, Volodymyr Agafonkin');
  expect(notices.get('date-holidays')).toContain('https://en.wikipedia.org/wiki/');
  // The last section is the text of the Apache License.
  expect(sections.length - 1).toBeLessThanOrEqual(139);
});
