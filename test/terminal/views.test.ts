// The views beside the conversation, in a real terminal on a real daemon: a morning in the plan and the outbox.
// @module-tag deep
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {hasTmux, type Tmux} from '../../scripts/screens/tmux.ts';
import {someDayLeft} from '../support/day-left.ts';
import {terminalHome} from '../support/terminal-program.ts';

const found = hasTmux();

describe.skipIf(!found)(found ? 'the views in a real terminal' : 'the views (skipped: there is no tmux here)', () => {
  test('a saved job appears, runs, is announced while the plan is open, and is in outbox and timeline', async () => {
    // The job runs only by hand.
    await someDayLeft();
    await using home = terminalHome();
    await using screen = await home.open();
    await screen.press('M-3');
    await screen.shows(/3 plan .*No reminders or jobs/su);
    job(home.path, 'standup', 'Say: two meetings today.');
    await screen.shows(/↻ standup +weekdays/u);
    await screen.type('F');
    await screen.shows(/Run standup now\?[\s\S]*> n /u);
    await screen.type('y');
    await screen.shows(/◆ job standup in main: .*3 plan|3 plan.*◆ job standup in main: /su);
    await screen.shows(/last runs: 1 ran/u);
    await screen.type('4');
    // The message was announced in another view: it becomes read in its own conversation.
    await screen.shows(/4 out.*> .*here .*waiting at the terminal/su);
    await screen.type('1');
    await screen.shows(/two meetings today[\s\S]*> write to rooster/iu);
    await screen.press('M-4');
    await screen.shows(/4 out.*> .*here .*read \d\d:\d\d ✓✓/su);
    await screen.type('2');
    await screen.shows(/2 time.*↻ standup .*→ here .*══ now /su);
    await screen.type('3');
    await screen.type('l');
    await screen.shows(/── run \w{6} ─.*job standup/su);
  });

  test('a reminder is set, snoozed and done without leaving the plan', async () => {
    await someDayLeft();
    await using home = terminalHome();
    await using screen = await home.open();
    await screen.press('M-3');
    await screen.type('n');
    await screen.shows(/remind > /u);
    await screen.type('2 hours call Bob');
    await screen.shows(/call Bob: (?:today|tomorrow) .*, in 2h 0m/u);
    await screen.press('Enter');
    await screen.shows(/> .*in 2h 0m {2}◷ call Bob/u);
    await screen.type('s');
    await screen.type('tomorrow 9am');
    await screen.shows(/until > tomorrow 9am.*tomorrow 09:00 /su);
    await screen.press('Enter');
    await screen.shows(/✓ Snoozed until tomorrow 09:00 .*: call Bob/u);
    await screen.shows(/> tomorrow 09:00 .*call Bob/u);
    await screen.type('n');
    await screen.type('1s stretch');
    await screen.press('Enter');
    await screen.shows(/── rang, unanswered .*rang ! {2}◷ stretch/su);
    await screen.type('gd');
    await screen.shows(/✓ Done: stretch/u);
    await expect.poll(screen.text).not.toMatch(/◷ stretch/u);
  });

  test("a delivery that can't leave is discarded, then retried by hand", async () => {
    await using home = terminalHome();
    await using screen = await home.open();
    await using client = await home.connect();
    await client.call('reminder.set', {in: '1s', message: 'to the phone', to: 'signal:+15555550100'});
    await screen.press('M-4');
    await screen.shows(/> .*signal .*"to the phone" +queued/u);
    await screen.type('x');
    await screen.shows(/Discard the delivery "to the phone"[\s\S]*> n /u);
    await screen.type('y');
    await screen.shows(/4 out.*> .*"to the phone" +discarded/su);
    await screen.type('R');
    await screen.shows(/4 outbox ·1.*> .*"to the phone" +queued.*1 waiting/su);
  });

  test('the view is restored at the next start, and a screen of another size shows the same rows', async () => {
    await using home = terminalHome();
    {
      await using screen = await home.open();
      await screen.press('M-3');
      await send(screen, 'n', '3 hours water the plants');
      await screen.shows(/> .*◷ water the plants/u);
      await screen.press('C-d');
      await screen.shows(/left with 0/u);
    }
    for (const size of [
      {columns: 40, rows: 15},
      {columns: 140, rows: 40},
    ]) {
      await using again = await home.open(size);
      await again.shows(/3 plan.*> .*water the plants/su);
    }
  });
});

const send = async (screen: Tmux, key: string, text: string): Promise<void> => {
  await screen.type(key);
  await screen.type(text);
  await screen.shows(new RegExp(text, 'u'));
  await screen.press('Enter');
};

const job = (home: string, name: string, prompt: string): void => {
  const folder = join(home, 'workspace', 'cron');
  mkdirSync(folder, {recursive: true});
  writeFileSync(
    join(folder, `${name}.md`),
    `---\nschedule: "0 9 * * 1-5"\ndeliver: terminal:default\n---\n${prompt}\n`,
  );
};
