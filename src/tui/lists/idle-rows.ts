// Upcoming and past runs of idle conversations as rows, named by their conversation.

import {conversationName, type Names} from '../../shared/record-text/names.ts';
import {spokenText} from '../../shared/record-text/sentinels.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import {isSessionKey} from '../../shared/records/session-key.ts';
import type {PlannedIdleRun} from '../nouns/idle.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';

/** From the daemon's last response. */
export const plannedIdleRuns = ({gateway, ui}: Pick<AppState, 'gateway' | 'ui'>): readonly PlannedIdleRun[] => {
  const names = knownNames({gateway, ui});
  return (ui.status?.idle?.sessions ?? []).flatMap(({session, heartbeat, reflection}) =>
    [
      {kind: 'heartbeat' as const, plan: heartbeat},
      {kind: 'reflection' as const, plan: reflection},
    ].flatMap(({kind, plan}) =>
      'nextAt' in plan
        ? [
            {
              kind,
              name: session,
              what: conversationName(session, names),
              wakeAt: plan.nextAt,
            },
          ]
        : [],
    ),
  );
};

/** The conversation, and the agent's text if it was more than a sentinel. */
export const idleTitle = ({name}: Pick<Run, 'name'>, names: Names, text = ''): string => {
  const where = isSessionKey(name) ? conversationName(name, names) : name;
  const content = spokenText(text).trim();
  return content === '' ? where : `${where}: ${content}`;
};
