// Reads a fetched page. A big one is read in a worker thread, so that a hostile page doesn't hold the daemon.
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {OverBudget, openWorker} from '../../system/worker/budgeted-worker.ts';
import type {Page} from './get-page.ts';
import {type PAGE_JOBS, type PageText, textOfPage} from './page-text.ts';

/** Rejects with a GatewayError if the page takes too much work. */
export const readPage = async ({
  url,
  contentType,
  body,
}: Pick<Page, 'url' | 'contentType' | 'body'>): Promise<PageText> => {
  if (body.length <= LONGEST_HERE) return textOfPage({url, contentType, body});
  await using worker = openWorker<typeof PAGE_JOBS>({
    program: PROGRAM,
    processorMs: {page: LONGEST_WORK},
    memoryMb: 512,
  });
  try {
    return await worker.run('page', {url, contentType, body});
  } catch (error) {
    if (error instanceof OverBudget) throw new GatewayError('unavailable', `${url} takes too much work to read.`);
    throw error;
  }
};

/** In bytes. Any page of this size is read in a few milliseconds. */
const LONGEST_HERE = 65_536;
/** The longest page takes a tenth of it. */
const LONGEST_WORK = 5 * SECOND;
/** The build names the file that it made of the program. */
const PROGRAM = new URL(process.env['ROOSTER_PAGE_WORKER'] ?? './page-worker.ts', import.meta.url);
