// Gives conversations a better title than their first words: a model is asked once, in the background, and a failure changes nothing.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import {isChat, type SessionKey} from '../../../shared/records/session-key.ts';
import type {Models} from '../../ports/model.ts';
import type {World} from '../../ports/system.ts';
import type {SessionIndex} from '../../sessions/session-index.ts';
import type {StepEnd, StepRequest} from '../../turns/model-step.ts';

export type TitleDeps = World & {
  readonly index: Pick<SessionIndex, 'changed'>;
  readonly models: Models;
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
};

/** Follows committed events until disposed. Disposing ends a request that still runs. */
export const followTitles = (deps: TitleDeps): AsyncDisposable => {
  const {store, log} = deps;
  const closing = new AbortController();
  const asked = new Set<Promise<void>>();

  const improve = (session: SessionKey): void => {
    const kept = store.sessions.get(session);
    if (kept?.titling !== 'words' || closing.signal.aborted) return;
    const asking = import('./improve-title.ts')
      .then(({improveTitle}) => improveTitle(deps, session, closing.signal))
      .catch((error: unknown) => {
        log.warn({session}, `A conversation keeps its first words as its title: ${errorMessage(error)}`);
      })
      .finally(() => asked.delete(asking));
    asked.add(asking);
  };

  const following = store.onCommitted(events => {
    for (const session of new Set(events.flatMap(event => toImprove(event) ?? []))) improve(session);
  });
  return {
    [Symbol.asyncDispose]: async () => {
      following[Symbol.dispose]();
      closing.abort();
      await Promise.all(asked);
    },
  };
};

/** The conversation whose first answer was just given, or that was cut off. */
const toImprove = (event: GatewayEvent): SessionKey | undefined => {
  if (event.type === 'session.created') return event.state.archived === true ? event.state.key : undefined;
  if (event.type !== 'turn.ended' || event.outcome !== 'replied' || event.session === undefined) return undefined;
  return isChat(event.session) ? event.session : undefined;
};
