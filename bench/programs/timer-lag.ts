// How late Node's own timers are on an idle loop: COUNT of them, EVERY milliseconds apart.
const [count = '100', every = '20'] = process.argv.slice(2);
const lags: number[] = [];
const begin = performance.now() + 50;
const arm = (index: number): void => {
  const due = begin + index * Number(every);
  setTimeout(() => {
    lags.push(performance.now() - due);
    if (lags.length < Number(count)) return arm(index + 1);
    process.send?.(lags);
    process.disconnect?.();
  }, due - performance.now());
};
arm(0);
