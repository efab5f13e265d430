// The account whose messages are received: configured, or reported by an external signal-cli.
import {type Own, ownAci, preparePlaces} from '../../signal-cli/index.ts';
import type {People} from './people.ts';

type OwnAccount = {
  readonly own: () => Own;
  readonly served: () => string | undefined;
  /** signal-cli reported its account. A configured one stays. */
  readonly serve: (reported: string | undefined) => void;
  /** Looks up its own ACI, if unknown. */
  readonly learn: () => void;
};

type OwnAccountDeps = {
  readonly configured: string | undefined;
  /** The folder of signal-cli's data. */
  readonly folder: string;
  readonly people: Pick<People, 'whole'>;
  readonly agentName: () => string;
};

export const createOwnAccount = ({configured, folder, people, agentName}: OwnAccountDeps): OwnAccount => {
  let served = configured;
  let uuid: string | undefined;
  return {
    own: () => ({
      number: served?.startsWith('+') === true ? served : undefined,
      uuid: uuid ?? (served?.startsWith('+') === false ? served.toLowerCase() : undefined),
      name: agentName(),
    }),
    served: () => served,
    serve: reported => {
      served = configured ?? reported;
    },
    learn: () => {
      if (served === undefined || uuid !== undefined || !served.startsWith('+')) return;
      uuid = ownAci(preparePlaces(folder).data, served) ?? people.whole({number: served}).uuid;
    },
  };
};
