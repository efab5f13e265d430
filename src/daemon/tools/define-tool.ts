// Defines a tool: one schema checks the arguments and describes them to the model. Invalid arguments return a sentence
// that names the field, so that the model can fix its call.

import * as z from 'zod/mini';
import {isRecord} from '../../shared/fields/is-record.ts';
import type {Effect} from '../../shared/records/approval.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {beginningOf} from '../../shared/text/shortened.ts';
import type {JsonSchema, Tool, ToolContext, ToolOutput} from '../ports/tool.ts';

type ToolDefinition<Schema extends z.ZodMiniType> = {
  readonly name: string;
  readonly description: string;
  readonly needs: Trust;
  readonly purposes?: NonNullable<Tool['purposes']>;
  readonly isReadOnly?: true;
  readonly reachesOut?: true;
  readonly isProposed?: true;
  readonly isOffered?: NonNullable<Tool['isOffered']>;
  readonly mayRunAgain?: (args: Readonly<Record<string, unknown>>) => boolean;
  readonly effects?: (args: z.output<Schema>, context: ToolContext) => readonly Effect[] | Promise<readonly Effect[]>;
  readonly schema: Schema;
  /** The most informative argument. Arguments may be missing or invalid here. */
  readonly summary: (args: Readonly<Record<string, unknown>>) => unknown;
  readonly run: (args: z.output<Schema>, context: ToolContext) => Promise<ToolOutput>;
};

export const defineTool = <Schema extends z.ZodMiniType>(definition: ToolDefinition<Schema>): Tool => {
  const {name, description, needs, purposes, isReadOnly, reachesOut, isOffered, mayRunAgain, schema, summary, run} =
    definition;
  const {effects, isProposed} = definition;
  return {
    spec: {name, description, parameters: describe(schema)},
    needs,
    purposes,
    isReadOnly,
    reachesOut,
    isProposed,
    isOffered,
    mayRunAgain: mayRunAgain === undefined ? undefined : (input: unknown) => isRecord(input) && mayRunAgain(input),
    effects:
      effects === undefined
        ? undefined
        : async (input, context) => {
            // Arguments that the tool will refuse have no effect.
            const parsed = isRecord(input) ? schema.safeParse(withoutNulls(input)) : undefined;
            return parsed?.success === true ? await effects(parsed.data, context) : [];
          },
    summarize: input => summaryLine(summary(isRecord(input) ? input : {})),
    run: async (input, context) => {
      if (!isRecord(input))
        return failure(`The arguments of ${name} must be a JSON object, of at most 64 levels and 256 KB.`);
      const parsed = schema.safeParse(withoutNulls(input));
      if (!parsed.success) return failure(problemsOf(name, input, parsed.error.issues));
      try {
        return await run(parsed.data, context);
      } catch (error) {
        // An expected failure goes to the model. Anything else is a bug, which the tool box logs.
        if (error instanceof GatewayError) return failure(error.message);
        throw error;
      }
    },
  };
};

/** `limits`: where the text is from, if neither the person nor the agent wrote it. */
export const success = (text: string, limits?: ToolOutput['limits']): ToolOutput => ({
  ok: true,
  text,
  limits: limits !== undefined && limits.length > 0 ? limits : undefined,
});
export const failure = (text: string, limits?: ToolOutput['limits']): ToolOutput => ({
  ok: false,
  text,
  limits: limits !== undefined && limits.length > 0 ? limits : undefined,
});

const describe = (schema: z.ZodMiniType): JsonSchema => {
  const {$schema, ...rest} = z.toJSONSchema(schema, {target: 'draft-7', io: 'input'});
  return rest;
};

/** Some models send null for omitted arguments. */
const withoutNulls = (input: ToolInput): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

const problemsOf = (tool: string, input: ToolInput, issues: readonly z.core.$ZodIssue[]): string =>
  [...new Set(issues.map(issue => problemOf(tool, input, issue)))].join(' ');

const problemOf = (tool: string, input: ToolInput, issue: z.core.$ZodIssue): string => {
  const field = formatPath(issue.path);
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters long' : '';
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${tool} has no argument ${issue.keys.map(key => JSON.stringify(key)).join(' or ')}.`;
    case 'invalid_type':
      return `"${field}" must be ${(valueAt(input, issue.path) ?? undefined) === undefined ? `given (${issue.expected})` : `of type ${issue.expected}`}.`;
    case 'invalid_value':
      return `"${field}" must be one of ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      if (unit !== '' && issue.minimum === 1) return `"${field}" must not be empty.`;
      return `"${field}" must be at least ${issue.minimum}${unit}.`;
    case 'too_big':
      return `"${field}" must be at most ${issue.maximum}${unit}.`;
    default:
      return `"${field}" is not valid.`;
  }
};

/** An element of a list by its number, as in `to[1]`; a field inside an object as in `repeat.every`. */
const formatPath = ([first = '', ...rest]: readonly PropertyKey[]): string =>
  String(first) + rest.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    input,
  );

const summaryLine = (value: unknown): string =>
  typeof value === 'string' ? beginningOf(oneLine(value), SUMMARY_CHARACTERS).toWellFormed() : '';

type ToolInput = Readonly<Record<string, unknown>>;

const SUMMARY_CHARACTERS = 200;
