// Reads times in words. The words load when somebody first uses one.
import type {ResolveWhen} from '../schedule/read-moment.ts';

export const resolveWhen: ResolveWhen = async (text, context) =>
  (await import('../schedule/human-time.ts')).resolveWhen(text, context);
