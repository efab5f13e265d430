// Opens the service for messages between conversations. Loaded with its first use.

import {isServed} from '../../config/config-schema.ts';
import type {CrossSessionService} from '../../flows/cross-session/cross-session-actions.ts';
import {createCrossSessionService} from '../../flows/cross-session/cross-session-service.ts';
import {removeTurn} from '../../sessions/remove-turn.ts';
import type {AgentPart} from '../build-agent.ts';
import type {ServicesPart} from '../build-services.ts';
import type {StorePart} from '../build-store.ts';

type CrossSessionOptions = {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly agent: Pick<AgentPart, 'router' | 'admit' | 'jobs' | 'models'>;
  readonly closing: () => boolean;
};

export const openCrossSession = ({store, services, agent, closing}: CrossSessionOptions): CrossSessionService => {
  const {world, config, people} = store;
  const {sessions} = services;
  return createCrossSessionService({
    ...world,
    ...services,
    ...agent,
    agent: store.agent,
    userIn: people.userIn,
    addressesOf: people.addressesOf,
    conversationOf: people.conversationOf,
    conversationAt: people.conversationAt,
    current: people.current,
    addressIn: people.addressIn,
    isServed: address => isServed(config.current(), address),
    mostPerDay: () => config.current().limits.wakesPerDay,
    stopSession: session => {
      for (const turn of world.store.turns.inState('queued')) {
        if (turn.session === session && sessions.withdraw(turn.id, STOPPED))
          world.store.transact(emit => removeTurn({store: world.store, index: services.index}, turn, emit));
      }
      sessions.stop(session, STOPPED);
    },
    closing,
  });
};

const STOPPED = 'A person stopped the task.';
