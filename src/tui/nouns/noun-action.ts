// NounAction: what a person can do with a thing: one request to the daemon, after a question where it is hard to take back.
import type {Method, Params, Result} from '../../ipc/protocol.ts';

export type NounActionName = 'item.done' | 'item.cancel' | 'item.retry' | 'item.discard' | 'item.run' | 'item.pause';

export type NounActions<T> = {readonly [A in NounActionName]?: NounAction<T>};

export type NounAction<T> = {
  /** Why it cannot be done with this one. */
  readonly refusal?: (item: T) => string | undefined;
  readonly question?: Question<T>;
  readonly call: (item: T) => Call;
};

/** What it is about, its text, then yes and no as verbs. */
type Question<T> = {
  readonly title: string;
  readonly text: (item: T) => string;
  readonly yes: string;
  readonly no: string;
};

/** A request, and the sentence that says that it was done. */
export type Call<M extends Method = Method> = {
  readonly [P in M]: {
    readonly method: P;
    readonly params: Params<P>;
    readonly done: (result: Result<P>) => string;
  };
}[M];

/** As much of a text as a question has room for. */
export const inQuestion = (text: string): string => text.slice(0, MOST_IN_QUESTION);

const MOST_IN_QUESTION = 200;
