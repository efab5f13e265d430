import {describe, expect, test} from 'vitest';
import type {Config} from '../../../src/daemon/config/config-schema.ts';
import type {Ledger, LedgerStore} from '../../../src/daemon/ports/delivery-store.ts';
import {addressesOf, replyOwed} from '../../../src/daemon/routing/contacts.ts';
import type {Address} from '../../../src/shared/records/address.ts';
import {testConfig} from '../../support/test-config.ts';

const ACI = '22222222-2222-4222-8222-222222222222';
const config: Config = testConfig({
  users: [
    {name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ACI}`, 'signal:+15555550100']},
    {name: 'bob', trust: 'inner', match: []},
  ],
});

test.for([
  ['alice', [`signal:${ACI}`, 'signal:+15555550100']],
  [ACI, [`signal:${ACI}`, 'signal:+15555550100']],
  ['+1 555 555-0100', ['signal:+15555550100', `signal:${ACI}`]],
  ['signal:+15555550100', ['signal:+15555550100', `signal:${ACI}`]],
  ['+15555550200', ['signal:+15555550200']],
  ['group:AAEC', ['signal:group:AAEC']],
  ['u:carol.42', ['signal:u:carol.42']],
] as const)('the addresses of %s are %j', ([contact, addresses]) => {
  expect(addressesOf(config, contact, address => address)).toEqual(addresses);
});

test.for(['+1 555 555-0300', 'signal:+15555550300', 'u:dora.7', '33333333-3333-4333-8333-333333333333', 'dora'])(
  'a person of whom only the ID is configured is %s too, once their number and username are known',
  contact => {
    const id = 'signal:33333333-3333-4333-8333-333333333333';
    const known = testConfig({users: [{name: 'dora', trust: 'inner', match: [id]}]});
    const same: readonly Address[] = ['signal:+15555550300', 'signal:u:dora.7'];
    const [first] = addressesOf(known, contact, address => (same.includes(address) ? id : address));
    expect(first).toBe(id);
  },
);

test.for([
  ['mallory', /Unknown contact/u],
  ['bob', /no address besides the terminal/u],
] as const)('%s is refused with a sentence', ([contact, sentence]) => {
  expect(() => addressesOf(config, contact, address => address)).toThrow(sentence);
});

describe('a reply is owed', () => {
  const ledger = (entries: Readonly<Record<Address, Ledger>>): LedgerStore => ({
    of: address => entries[address] ?? {},
    list: () => [],
    note: () => {},
    clear: () => {},
  });
  const at = (time: number) => ({at: time, id: `msg_${time}`});

  test.for([
    [{}, false],
    [{newestOut: at(1)}, false],
    [{newestIn: at(1)}, true],
    [{newestIn: at(2), newestOut: at(1)}, true],
    [{newestIn: at(1), newestOut: at(2)}, false],
    [{newestIn: at(1), newestOut: at(1)}, false],
  ] as const)('%j: %s', ([entry, owed]) => {
    expect(replyOwed(ledger({'signal:a': entry}), ['signal:a']).owed).toBe(owed);
  });

  test('a message to another address of the same person counts as a reply', () => {
    const index = ledger({'signal:a': {newestIn: at(1)}, 'signal:b': {newestOut: at(2)}});
    expect(replyOwed(index, ['signal:a', 'signal:b'])).toEqual({owed: false, newestIn: at(1), newestOut: at(2)});
  });
});
