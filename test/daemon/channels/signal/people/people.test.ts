import {expect, test} from 'vitest';
import {createPeople} from '../../../../../src/daemon/channels/signal/people/people.ts';
import type {Address} from '../../../../../src/shared/records/address.ts';
import {ALICE, CAROL} from '../../../../signal-stand-in/signal/samples.ts';
import {openTestStore} from '../../../store/store-fixture.ts';

const peopleWith = (...match: readonly Address[]) => {
  const store = openTestStore();
  const people = createPeople({users: () => [{name: 'alice', trust: 'full', match}], cursors: store.cursors});
  return {people, [Symbol.dispose]: () => store[Symbol.dispose]()};
};
const {uuid, number} = ALICE;

test('a person has their configured address, whichever identifier arrives', () => {
  using by = peopleWith('terminal:default', `signal:${number}`);
  expect(by.people.addressOf({number})).toBe(`signal:${number}`);
  expect(by.people.addressOf({uuid})).toBe(`signal:${uuid}`);
  by.people.learn({uuid, number});
  expect(by.people.addressOf({uuid})).toBe(`signal:${number}`);
  expect(by.people.personAt(number)).toEqual({uuid, number});
});

test('an ACI in capitals is the same ACI, and the address stays as it is written', () => {
  using by = peopleWith(`signal:${uuid.toUpperCase()}` as Address);
  expect(by.people.addressOf({uuid, number})).toBe(`signal:${uuid.toUpperCase()}`);
});

test("an unconfigured person's address is the ACI, else the number", () => {
  using by = peopleWith();
  expect(by.people.addressOf({uuid: CAROL.uuid, number: '+15550000009'})).toBe(`signal:${CAROL.uuid}`);
  expect(by.people.addressOf({number: '+15550000009'})).toBe('signal:+15550000009');
  expect(by.people.addressOf({name: 'nobody'})).toBeUndefined();
});

test('a number that passed to somebody else no longer names its previous owner', () => {
  using by = peopleWith(`signal:${number}`);
  by.people.learn({uuid, number});
  by.people.learn({uuid: CAROL.uuid, number});
  expect(by.people.addressOf({uuid})).toBe(`signal:${uuid}`);
  expect(by.people.addressOf({uuid: CAROL.uuid})).toBe(`signal:${number}`);
});

test('a username resolves after signal-cli names its owner', () => {
  using by = peopleWith('signal:u:alice.01');
  expect(by.people.addressOf({uuid})).toBe(`signal:${uuid}`);
  by.people.learn({uuid, username: 'Alice.01'});
  expect(by.people.addressOf({uuid})).toBe('signal:u:alice.01');
});
