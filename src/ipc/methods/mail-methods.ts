// The methods about mail.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/events/wire.ts';
import {method, returns} from '../method.ts';

export const MAIL_METHODS = {
  'mail.status': method({}, returns<Wire<ChannelStatus>>()),
};
