// Reads times in words. The words load when somebody first uses one.
import type {ResolveWhen} from '../schedule/moments/read-moment.ts';

export const resolveWhen: ResolveWhen = async (text, context) =>
  (await import('../schedule/moments/human-time.ts')).resolveWhen(text, context);
