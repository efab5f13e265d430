// Signs and verifies the presses that the buttons of a notification publish: the action, the delivery, and a tag. Only
// this daemon can create the tag, so strangers on the topic can't act. Pure.

import type {DeliveryId} from '../../../shared/records/ids.ts';
import {nodeCrypto} from '../../system/node-crypto.ts';

const ACTIONS = ['done', 'snooze', 'allow', 'refuse'] as const;

export type Press = {readonly action: (typeof ACTIONS)[number]; readonly delivery: DeliveryId};

export const formatPress = (secret: string, press: Press): string => `${plain(press)} ${tagOf(secret, press)}`;

/** Undefined if the text isn't a press, or its tag is wrong. */
export const readPress = (secret: string, text: string): Press | undefined => {
  const match = PRESS.exec(text.trim());
  if (match === null) return undefined;
  const [, word = '', id = '', tag = ''] = match;
  const action = ACTIONS.find(known => known === word);
  if (action === undefined) return undefined;
  const press: Press = {action, delivery: id as DeliveryId};
  const [given, right] = [Buffer.from(tag), Buffer.from(tagOf(secret, press))];
  return given.length === right.length && nodeCrypto().timingSafeEqual(given, right) ? press : undefined;
};

const plain = ({action, delivery}: Press): string => `${action} ${delivery}`;

const tagOf = (secret: string, press: Press): string =>
  nodeCrypto().createHmac('sha256', secret).update(plain(press)).digest('base64url').slice(0, TAG_LENGTH);

const PRESS = /^([a-z]{1,16}) (dlv_[\w-]{1,64}) ([\w-]{1,64})$/u;
/** 132 bits. */
const TAG_LENGTH = 22;
