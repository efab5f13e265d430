// The people in the configuration, as it stands at the moment of each call.
import {type Address, TERMINAL} from '../../shared/records/address.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {Config} from '../config/config-schema.ts';
import type {Person} from '../routing/actor.ts';
import {userAt, userIn, userNamed, zoneOf} from '../routing/resolve-route.ts';

export type KnownPeople = {
  /** A configured person; without a name, the one at the terminal. */
  readonly person: (name?: string) => Person | undefined;
  readonly personAt: (address: Address) => Person | undefined;
  /** The name of the person at the terminal. */
  readonly owner: () => string | undefined;
  /** The name of the person a session talks with. */
  readonly userIn: (session: SessionKey) => string | undefined;
  /** The trust of a user now; undefined when they are no longer configured. */
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  readonly zoneOf: (user: string | undefined) => string;
  readonly addressesOf: (user: string) => readonly Address[];
};

export const knownPeople = (config: () => Config): KnownPeople => {
  const person = (name?: string): Person | undefined => personIn(config(), name);
  return {
    person,
    personAt: address => {
      const user = userAt(config(), address);
      return user && person(user.name);
    },
    owner: () => person()?.name,
    userIn: session => userIn(config(), session),
    trustOf: user => person(user)?.trust,
    zoneOf: user => zoneOf(config(), user),
    addressesOf: user => person(user)?.addresses ?? [],
  };
};

const personIn = (config: Config, name?: string): Person | undefined => {
  const user = name === undefined ? userAt(config, TERMINAL) : userNamed(config, name);
  return user && {name: user.name, trust: user.trust, zone: zoneOf(config, user.name), addresses: user.match};
};
