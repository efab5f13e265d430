// How late Node's own timers are on an idle loop: COUNT of them, EVERY milliseconds apart. Each is asked for whole milliseconds: of
// a fraction Node drops the rest, and such a timer is early.
const [count = '100', every = '20'] = process.argv.slice(2);
const lags: number[] = [];
const arm = (): void => {
  const asked = performance.now();
  setTimeout(() => {
    lags.push(performance.now() - asked - Number(every));
    if (lags.length < Number(count)) return arm();
    process.send?.(lags);
    process.disconnect?.();
  }, Number(every));
};
arm();
