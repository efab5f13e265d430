// The core of a flow under test: what the test gives, and for the rest what a new home has.
import {knownPeople} from '../../src/daemon/bootstrap/known-people.ts';
import type {Core, People, Times} from '../../src/daemon/core.ts';
import {createOutbox} from '../../src/daemon/delivery/outbox.ts';
import {createReach, type Reach} from '../../src/daemon/delivery/reach/aim.ts';
import {createTerminals} from '../../src/daemon/delivery/reach/terminals.ts';
import {userNamed} from '../../src/daemon/routing/conversation.ts';
import {resolveWhen} from '../../src/daemon/schedule/moments/human-time.ts';
import {createInstants} from '../../src/daemon/schedule/series/instants.ts';
import {readSentence} from '../../src/daemon/schedule/words/read-sentence.ts';
import {createSessionIndex} from '../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../src/daemon/sessions/session-registry.ts';
import {openTestStore} from '../daemon/store/store-fixture.ts';
import {countingIds} from './counting-ids.ts';
import {fakeClock} from './fake-clock.ts';
import {memoryLog} from './memory-log.ts';
import {testConfig} from './test-config.ts';

type Given = Partial<Omit<Core, 'people' | 'times' | 'reach'>> & {
  readonly people?: Partial<People>;
  readonly times?: Partial<Times>;
  readonly reach?: Partial<Reach>;
};

export const testCore = ({people: givenPeople, times, reach, ...given}: Given): Core => {
  const {clock = fakeClock(), ids = countingIds(), log = memoryLog(), config = () => NEW_HOME} = given;
  const {store = openTestStore({clock})} = given;
  const world = {store, clock, ids, log};
  const people: People = {
    ...knownPeople({config, chatUser: session => store.sessions.get(session)?.user, cursors: store.cursors}),
    ...givenPeople,
  };
  const {sessions = createSessions(), reschedule = () => {}} = given;
  return {
    ...world,
    config,
    agent: () => 'rooster',
    people,
    times: {instants: createInstants(), resolveWhen, readWords: readSentence, ...times},
    priceOf: () => undefined,
    outbox: createOutbox(world),
    reach: {
      ...createReach({
        ...world,
        userNamed: name => userNamed(config(), name ?? ''),
        seen: createTerminals(clock).seen,
        zoneOf: people.zoneOf,
        serves: () => true,
        reschedule,
      }),
      ...reach,
    },
    sessions,
    index: createSessionIndex({store, sessions}),
    startedAt: clock.now(),
    closing: new AbortController().signal,
    reschedule,
    schedulePrune: () => {},
    ...given,
  };
};

const NEW_HOME = testConfig();
