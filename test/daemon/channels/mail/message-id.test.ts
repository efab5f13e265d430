import {expect, test} from 'vitest';
import {deliveryOfMessageId, messageIdOf} from '../../../../src/daemon/channels/mail/message-id.ts';

test('the Message-ID of a delivery names it, even without brackets and in another case of the domain', () => {
  const id = messageIdOf('dlv_01ab', 'Rooster@Example.org');
  expect(id).toBe('<dlv_01ab@example.org>');
  expect(deliveryOfMessageId(id, 'rooster@example.org')).toBe('dlv_01ab');
  expect(deliveryOfMessageId('dlv_01ab@EXAMPLE.org', 'rooster@example.org')).toBe('dlv_01ab');
});

test.each(['<dlv_01ab@elsewhere.org>', '<msg_1@example.org>', 'x<dlv_01ab@example.org>', ''])(
  '%j is no Message-ID of ours',
  id => {
    expect(deliveryOfMessageId(id, 'rooster@example.org')).toBeUndefined();
  },
);
