// What a person said on a channel meets the house: it becomes a turn, whose reply goes back to where they said it. Nothing is
// dropped: where there is no room at the moment, the channel is asked to bring it again.
import {GatewayError, wordsFor} from '../../shared/gateway-error.ts';
import type {Hear, World} from '../ports.ts';
import type {Router} from '../router.ts';

export type HearDeps = Pick<World, 'log'> & {readonly router: Pick<Router, 'dispatch'>};

export const createHearer =
  ({router, log}: HearDeps): Hear =>
  async inbound => {
    try {
      const entry = await router.dispatch(inbound, {deliver: true});
      if (entry.kind === 'accepted') return {kind: 'kept'};
      return entry.later === true ? {kind: 'later', because: entry.reason} : {kind: 'refused', because: entry.reason};
    } catch (error) {
      if (!(error instanceof GatewayError)) log.error({error}, `a message could not be taken in: ${wordsFor(error)}`);
      return {kind: 'later', because: wordsFor(error)};
    }
  };
