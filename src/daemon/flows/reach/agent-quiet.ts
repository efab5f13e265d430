// Planned quiet for the agent's tool, limited to the turn's person.
import type {PlannedQuiet} from '../../../shared/records/delivery/presence.ts';
import {GatewayError, unknownUser} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {planQuiet, planQuietWords} from './set-quiet.ts';

type Quieting = Pick<Core, 'reach' | 'times' | 'people' | 'clock'>;

export const agentQuiet = (deps: Quieting) => {
  const {reach} = deps;
  const personOf = ({user}: ToolContext): string => {
    const person = deps.people.person(user);
    if (person === undefined) throw unknownUser(user);
    return person.name;
  };
  return {
    list: (by: ToolContext): readonly PlannedQuiet[] => reach.plannedQuiet(personOf(by)),
    plan: (span: string | {readonly from: string; readonly until: string}, by: ToolContext): PlannedQuiet => {
      const person = personOf(by);
      const wanted =
        typeof span === 'string' ? planQuietWords(deps, person, span) : planQuiet(deps, person, span.from, span.until);
      // Spans that meet are one.
      const joined = reach.plannedQuiet(person).find(({untilAt}) => untilAt >= wanted.untilAt);
      return joined ?? wanted;
    },
    remove: (number: number, by: ToolContext): PlannedQuiet => {
      const person = personOf(by);
      const span = reach.plannedQuiet(person)[number - 1];
      if (span === undefined) throw new GatewayError('not_found', `No planned quiet has the number ${number}.`);
      reach.unplanQuiet(person, number);
      return span;
    },
  };
};
