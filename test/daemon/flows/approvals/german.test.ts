// The question about a call in German: a tool says its effects in English, so each kind has a sentence of its own, made from its names.
import {expect, test} from 'vitest';
import {approvalTexts} from '../../../../src/shared/languages/texts.ts';
import {ASK_KINDS, type Effect} from '../../../../src/shared/records/approval.ts';

const german = (effects: readonly Effect[], tool = 'tool', origins?: string): string =>
  approvalTexts('de').effect({effects, effect: 'In English.', tool}, origins);

test.each([
  [{kind: 'outside', says: 'x', names: {command: 'npm ci'}}, 'Einen Befehl außerhalb der Sandbox ausführen?'],
  [{kind: 'outside', says: 'x', because: 'It is broken.'}, 'Einen Befehl ohne Sandbox ausführen?'],
  [{kind: 'outside', says: 'x', names: {host: 'example.org'}}, 'Einen Befehl ausführen, der example.org erreicht?'],
  [{kind: 'outside', says: 'x', names: {path: '/srv/a'}}, 'Einen Befehl ausführen, der /srv/a ändern darf?'],
  [{kind: 'messages', says: 'x', names: {recipient: 'bob'}}, 'Eine Nachricht an bob senden?'],
  [{kind: 'mail', says: 'x', names: {recipient: 'bob'}}, 'Eine E-Mail an bob senden?'],
  [{kind: 'hooks', says: 'x', names: {recipient: 'lamp'}}, 'Das Programm lamp wecken?'],
  [
    {kind: 'fetch', says: 'x', names: {host: 'evil.example'}},
    'Eine selbst ausgedachte Adresse abrufen (evil.example)?',
  ],
] as const)('%j: %s', (effect, words) => {
  expect(german([effect])).toBe(words);
});

test('every kind of effect has German words without any name, and none of the English ones', () => {
  for (const kind of ASK_KINDS) {
    const words = german([{kind, says: 'do something'}]);
    expect(words).toMatch(/\?$/u);
    expect(words).not.toMatch(/do something|undefined| {2}/u);
  }
});

test('what was read before is named, the same effect once, and nothing turns the text around', () => {
  const effect = {kind: 'rules', says: 'x', names: {path: 'A\u202E.md'}} as const;
  expect(german([effect, effect], 'write_file', 'example.org')).toBe(
    'Die eigenen Regeln in A<U+202E>.md ändern, nach dem Lesen von example.org?',
  );
  const english = approvalTexts(undefined).effect({effects: [effect], effect: 'In English.', tool: 'x'}, undefined);
  expect(english).toBe('In English.');
});
