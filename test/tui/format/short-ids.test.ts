import {expect, test} from 'vitest';
import {shortIds} from '../../../src/tui/format/short-ids.ts';

test('ids of accounts and groups are shortened, words and numbers stay', () => {
  expect(shortIds('delivery to signal:22222222-2222-4222-8222-222222223333 sent')).toBe(
    'delivery to signal:2222…3333 sent',
  );
  expect(shortIds('a:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8= said')).toBe(
    'a:group:signal:AAEC…Hh8= said',
  );
  expect(shortIds('signal:+15555550100, group: incomprehensibilities')).toBe(
    'signal:+15555550100, group: incomprehensibilities',
  );
});
