import {expect, test} from 'vitest';
import {answeredMail, type KeptMail, mailIdentity} from '../../../../../src/daemon/channels/mail/incoming/kept-mail.ts';
import {openTestStore} from '../../../store/store-fixture.ts';

test('the mail that a delivery answers is found by its Message-ID and its writer', () => {
  using store = openTestStore();
  const chat = 'mail:alice@example.org';
  const mail: KeptMail = {
    messageId: '<1@example.org>',
    subject: 'Lunch',
    references: ['<0@example.org>'],
    text: 'At noon?',
    files: [],
    missing: [],
  };
  store.inbox.add({...mailIdentity(chat, mail.messageId), event: mail, receivedAt: 5});
  expect(answeredMail(store.inbox, {id: '<1@example.org>', author: chat})).toEqual(mail);
  expect(answeredMail(store.inbox, {id: '<1@example.org>', author: 'mail:bob@example.org'})).toBeUndefined();
});
