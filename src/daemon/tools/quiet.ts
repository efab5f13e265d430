// The quiet tool: the agent plans quiet for its person, lists it and removes it. Reminders ring all the same. The tool
// only parses and formats; `actions` decides what is allowed.
import * as z from 'zod/mini';
import type {PlannedQuiet} from '../../shared/records/delivery/presence.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {defineTool, success} from './define-tool.ts';

/** Planned quiet of the turn's person. Each refuses with a GatewayError and a sentence. */
type QuietActions = {
  /** The spans that are planned or running, the earliest first. */
  list(by: ToolContext): readonly PlannedQuiet[];
  /** Plans a span by words, or by both of its ends; returns the one that now contains it. */
  plan(span: string | {readonly from: string; readonly until: string}, by: ToolContext): PlannedQuiet;
  /** Removes a span by its number in the list, from 1, and returns it. */
  remove(number: number, by: ToolContext): PlannedQuiet;
};

export type PlanningQuiet = {
  readonly actions: QuietActions;
  /** Formats an instant for the user, with the zone. */
  readonly formatMoment: (at: EpochMs, zone: string) => string;
};

export const createQuietTool = ({actions, formatMoment}: PlanningQuiet): Tool =>
  defineTool({
    name: 'quiet',
    description:
      'Plan quiet for your person: results and reports wait until it ends, reminders ring all the same. set: "when" is a span in their ' +
      'words ("saturday 8 to 18", "24 dec to 2 jan", "sunday" for the whole day), or give "from" and "until". list: numbered. remove: ' +
      '"number" of the list. Only if they ask for it; say back the span and how to take it back.',
    needs: 'inner',
    // A span that is planned twice is one. After a removal the next one has its number.
    mayRunAgain: ({action}) => action !== 'remove',
    schema: z.strictObject({
      action: z.enum(['set', 'list', 'remove']).check(z.describe('What to do.')),
      when: z.optional(z.string().check(z.maxLength(200), z.describe('For set: the span, in words.'))),
      from: z.optional(z.string().check(z.maxLength(100), z.describe('For set: its start, in words or ISO 8601.'))),
      until: z.optional(z.string().check(z.maxLength(100), z.describe('For set: its end, in words or ISO 8601.'))),
      number: z.optional(z.int().check(z.gte(1), z.lte(99), z.describe('For remove: its number in the list.'))),
    }),
    effects: ({action}) => (action === 'list' ? [] : [{kind: 'own', says: 'change when it is quiet'}]),
    summary: ({action, when, from, until, number}) =>
      [action, when, from, until, number].filter(part => part !== undefined && part !== '').join(' '),
    run: async ({action, when, from, until, number}, by) => {
      const say = ({fromAt, untilAt}: PlannedQuiet): string =>
        `${formatMoment(fromAt, by.zone)} to ${formatMoment(untilAt, by.zone)}`;
      switch (action) {
        case 'list': {
          const planned = actions.list(by);
          const lines = planned.map((span, index) => `${index + 1}. ${say(span)}`);
          return success(lines.length === 0 ? 'No quiet is planned.' : lines.join('\n'));
        }
        case 'set': {
          const span = actions.plan(wantedSpan(when, from, until), by);
          const place = actions.list(by).findIndex(({fromAt}) => fromAt === span.fromAt) + 1;
          return success(
            `Quiet is planned: ${say(span)}. Reminders still ring. Undo: remove number ${place}; the person can say "/quiet off ${place}".`,
          );
        }
        case 'remove': {
          if (number === undefined) throw new GatewayError('invalid', 'Give the "number" of the list.');
          const span = actions.remove(number, by);
          const ends = `from "${isoOf(span.fromAt)}" until "${isoOf(span.untilAt)}"`;
          return success(`Removed the planned quiet ${say(span)}. Undo: set ${ends}.`);
        }
      }
    },
  });

const wantedSpan = (
  when: string | undefined,
  from: string | undefined,
  until: string | undefined,
): string | {readonly from: string; readonly until: string} => {
  if (when !== undefined && from === undefined && until === undefined) return when;
  if (when === undefined && from !== undefined && until !== undefined) return {from, until};
  throw new GatewayError('invalid', 'Give either "when", or "from" and "until".');
};
