import {describe, expect, test} from 'vitest';
import {composeMail, newSubject, replySubject} from '../../../../../src/daemon/channels/mail/outgoing/compose-mail.ts';
import type {Outbound} from '../../../../../src/shared/records/delivery/injection.ts';

const config = {address: 'rooster@example.org', name: 'Rooster'};
const ANSWERED = {
  messageId: '<q2@a>',
  references: ['<q0@a>', '<q1@a>'],
  subject: 'Lunch?',
  text: 'Are you free?\n\nAlice',
};

const outbound = (over: Partial<Outbound> = {}): Outbound => ({
  id: 'dlv_1',
  key: 'k',
  to: 'mail:alice@example.org',
  text: 'Yes, at **noon**.',
  repeat: false,
  ...over,
});

describe('an answer', () => {
  const mail = composeMail(outbound(), {config, answered: ANSWERED});

  test('belongs to the thread: its ids, its subject with one "Re:"', () => {
    expect(mail).toMatchObject({
      to: 'alice@example.org',
      messageId: '<dlv_1@example.org>',
      inReplyTo: '<q2@a>',
      references: ['<q0@a>', '<q1@a>', '<q2@a>'],
      subject: 'Re: Lunch?',
      headers: {'Auto-Submitted': 'auto-replied'},
    });
  });

  test('has the words first, then the signature, then the answered mail', () => {
    expect(mail.text).toBe(
      'Yes, at **noon**.\n\n-- \nRooster\n\nalice@example.org wrote:\n> Are you free?\n>\n> Alice\n',
    );
    expect(mail.html).toContain('<p>Yes, at <strong>noon</strong>.</p>');
    expect(mail.html).toContain('<blockquote type="cite">Are you free?<br>\n<br>\nAlice</blockquote>');
  });

  test('keeps the first and the newest ids of a long thread, and each id once', () => {
    const references = Array.from({length: 50}, (_, index) => `<${index}@a>`);
    const long = composeMail(outbound(), {
      config,
      answered: {...ANSWERED, references: [...references, ANSWERED.messageId]},
    });
    expect(long.references).toHaveLength(21);
    expect(long.references?.[0]).toBe('<0@a>');
    expect(long.references?.slice(-2)).toEqual(['<49@a>', '<q2@a>']);
  });
});

describe('a mail that answers none', () => {
  test('is named after its text and says that a program wrote it', () => {
    const mail = composeMail(outbound({text: '# The *plan*\n\nMore'}), {config});
    expect(mail.subject).toBe('The *plan*');
    expect(mail.headers).toMatchObject({'Auto-Submitted': 'auto-generated'});
    expect(mail).not.toHaveProperty('inReplyTo');
    expect(mail.text).toBe('# The *plan*\n\nMore\n\n-- \nRooster\n');
  });

  test('names a reminder and a job in its subject', () => {
    const run = {name: 'rem_1', scheduledFor: 0};
    expect(composeMail(outbound({plain: true, text: 'Tea', run: {...run, kind: 'reminder'}}), {config}).subject).toBe(
      'Reminder: Tea',
    );
    expect(composeMail(outbound({text: 'Sunny', run: {...run, kind: 'cron', name: 'weather'}}), {config}).subject).toBe(
      'weather: Sunny',
    );
  });

  test('says that it is late, and where else the text went', () => {
    const {text, html} = composeMail(
      outbound({plain: true, text: 'Tea', late: {dueAt: Date.UTC(2026, 0, 5, 9), zone: 'UTC'}, also: ['signal']}),
      {config},
    );
    expect(text).toMatch(/^Tea\n\n\(Late: this was due .+\)\n\n\(also on Signal\)\n\n-- \nRooster\n$/u);
    expect(html).toContain('<p>(also on Signal)</p>');
  });
});

describe('the HTML part', () => {
  const html = (text: string, over: Partial<Outbound> = {}) => composeMail(outbound({text, ...over}), {config}).html;

  test('shows HTML of the text as text, and loads nothing', () => {
    const shown = html('<img src=x onerror=alert(1)> a <b>c</b> ![cat](https://a.b/c.png) [x](javascript:alert)');
    expect(shown).not.toMatch(/<img|<b>|javascript/u);
    expect(shown).toContain('&lt;b&gt;');
    expect(shown).toContain('cat (https://a.b/c.png)');
  });

  test('links only safe addresses', () => {
    expect(html('[a](https://a.b/?x=1&y="2")')).toContain('<a href="https://a.b/?x=1&amp;y=&quot;2&quot;">a</a>');
  });

  test('leaves a plain text as it is', () => {
    expect(html('5 * 3 * 2 <x>\nand **so**', {plain: true})).toContain('<p>5 * 3 * 2 &lt;x&gt;<br>\nand **so**</p>');
  });
});

test.each([
  ['Lunch?', 'Re: Lunch?'],
  ['Re: Lunch?', 'Re: Lunch?'],
  ['RE: re: AW: Antw: SV : Lunch?', 'Re: Lunch?'],
  ['Re[2]: Re(3): Lunch?', 'Re: Lunch?'],
  ['Fwd: Lunch?', 'Re: Fwd: Lunch?'],
  ['Reminder: tea', 'Re: Reminder: tea'],
  ['', 'Re:'],
  [' Re:\r\n Lunch ', 'Re: Lunch'],
  [`${'x'.repeat(500)}`, `Re: ${'x'.repeat(120)}…`],
])('the answer to the subject %o has %o', (subject, expected) => {
  expect(replySubject(subject)).toBe(expected);
});

test.each([
  ['**Hello** there\nmore', 'Hello there'],
  ['\n\n- `one` thing', 'one thing'],
  ['> quoted', 'quoted'],
  ['snake_case stays', 'snake_case stays'],
  ['', ''],
])('mail with the text %o has the subject %o', (text, expected) => {
  expect(newSubject(text, {markup: true})).toBe(expected);
});
