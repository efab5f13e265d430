// English sentences about an event instead of a time: "remind me when alice writes", "every time the backup job fails".
import type {EventWords} from '../../times/time-words.ts';

const LEAD = String.raw`(?<![\p{L}\p{N}])(?:(?<each>every time(?: when| that)?|each time|whenever)|(?:as soon as|the moment|the next time|when|once|if))\s+`;
const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}_.'’-]*(?:\s+[\p{L}\p{N}][\p{L}\p{N}_.'’-]*)?`;
/** Up to a mark, or to the request behind the clause. */
const END = String.raw`(?=\s*(?:[:,.!?]|$|\s(?:then\s+|please\s+)*(?:remind|tell|let|ping|notify|alert|ring)\s))`;
const WORDS = String.raw`(?<words>["“«][^"”»]+["”»]|\S+?(?:\s+\S+?){0,4}?)`;
/** The name of a job, where the verb could also be about anything else. */
const JOB = String.raw`(?:(?:the\s+)?job\s+(?<named>[\p{L}\p{N}_.-]+)|(?:the\s+)?(?<job>[\p{L}\p{N}_.-]+)\s+job|(?<dashed>[\p{L}\p{N}]+[-_][\p{L}\p{N}_.-]+))`;

const pattern = (source: string): (() => RegExp) => {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(`${LEAD}${source}`, 'iu');
    return compiled;
  };
};

export const ENGLISH_EVENT_WORDS: EventWords = {
  clauses: [
    pattern(
      String.raw`(?:(?:there\s+is\s+)?a\s+message\s+(?:mentions|with|about)|(?<who>${NAME}?)\s+(?:mentions?|brings\s+up|talks\s+about|writes\s+(?:me\s+)?about|asks\s+about))\s+${WORDS}${END}`,
    ),
    pattern(
      String.raw`(?<who>${NAME}?)\s+(?:writes|messages|texts|replies|answers|gets\s+in\s+touch|(?:has\s+)?written|sends\s+(?:me\s+|us\s+)?a\s+message)(?:\s+(?:to\s+)?(?:me|us)(?!\p{L}))?(?:\s+back)?`,
    ),
    pattern(
      String.raw`(?:${JOB}|(?:the\s+)?(?<any>[\p{L}\p{N}_.-]+))\s+(?:(?<failed>fails|failed|has\s+failed|breaks)|(?<ran>succeeds|has\s+run|is\s+successful))(?!\p{L})`,
    ),
    pattern(
      String.raw`${JOB}\s+(?:(?<ran>runs|works)|(?<skipped>is\s+skipped)|(?<ended>ends|finishes|has\s+finished|completes|is\s+(?:done|over|finished)))(?!\p{L})`,
    ),
  ],
  nobody: /^(?:somebody|someone|anybody|anyone|people|a person)$/iu,
  pronoun: /^(?:i|you|he|she|it|we|they|this|that|who|nobody)(?:\s|$)/iu,
  article: /^(?:the|a|an|my|our)\s+/iu,
  request:
    /^(?:please\s+|can you\s+|could you\s+|then\s+)*(?:remind me|tell me|let me know|notify me|ping me|alert me|ring me)(?:\s+(?:to|that|about|of))?(?:\s+|[,:]\s*|$)/iu,
  courtesy: /[\s,;:–-]*(?:please|thanks|thank you)?[.!\s]*$/iu,
};
