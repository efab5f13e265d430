import {expect, test} from 'vitest';
import {htmlText, mailText} from '../../../../../src/daemon/channels/mail/incoming/mail-text.ts';
import {bareText} from '../../../../../src/daemon/channels/mail/incoming/take-mail.ts';

test.each([
  [
    'Gmail',
    'done\n\nOn Mon, Nov 23, 2026 at 9:00 AM Rooster <rooster@example.org> wrote:\n> Reminder: tea\n> now',
    'done',
  ],
  ['Apple Mail', 'Done!\n\n> On 23 Nov 2026, at 09:00, Rooster <r@example.org> wrote:\n> \n> Tea', 'Done!'],
  [
    'Outlook',
    'Yes.\n\n________________________________\nFrom: Rooster\nSent: Monday\nTo: Alice\nSubject: Tea\n\nTea?',
    'Yes.',
  ],
  ['German', 'erledigt\n\nAm 23.11.2026 um 09:00 schrieb Rooster <r@example.org>:\n> Tee', 'erledigt'],
  ['a signature', 'At noon.\n\n-- \nAlice\nExample Ltd', 'At noon.'],
  ['two paragraphs', 'One.\n\nTwo.\r\n', 'One.\n\nTwo.'],
])('of a reply from %s only its own words remain', (_, text, own) => {
  expect(mailText(text)).toEqual({text: own, isCut: false});
});

test('a mail of nothing but a quote keeps it', () => {
  expect(mailText('> all of it\n> is quoted')?.text).toContain('all of it');
});

test('HTML becomes text without styles, pictures and quotes', () => {
  const html =
    '<style>p{color:red}</style><p>Hello <b>you</b> &amp; all</p><img src="x.png"><ul><li>one</li></ul>' +
    '<a href="https://example.org">here</a><script>alert(1)</script>' +
    '<div class="gmail_quote">On Mon, Nov 23, 2026 at 9:00 AM Rooster &lt;r@e.org&gt; wrote:<blockquote>Tea</blockquote></div>';
  const {text} = htmlText(html);
  expect(text).toContain('Hello you & all');
  expect(text).toContain('one');
  expect(text).toContain('https://example.org');
  expect(text).not.toMatch(/color|alert|x\.png|Tea/u);
});

test('huge texts are cut', () => {
  expect(mailText('word '.repeat(1_000_000))).toMatchObject({isCut: true});
  expect(mailText(`${'> '.repeat(2_000)}\n`.repeat(2_000))?.text.length).toBeLessThanOrEqual(100_000);
  expect(htmlText(`<p>${'x'.repeat(3_000_000)}</p>`)).toMatchObject({isCut: true});
  expect(mailText(`On ${'a '.repeat(50_000)}\n${'-'.repeat(19_000)}\n`.repeat(3))?.text).not.toBe('');
});

test('the bare text of an HTML is what stands between its tags', () => {
  expect(bareText('<div>Hello\n <b>you</b>')).toEqual({text: 'Hello you', isCut: false, quotes: true});
  expect(bareText('1 <unclosed')).toMatchObject({text: '1', isCut: false});
  expect(bareText('word '.repeat(100_000))).toMatchObject({isCut: true});
});
