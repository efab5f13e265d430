// Measures the delay of Node's timers on an idle loop: COUNT of them, EVERY milliseconds apart. Delays are whole milliseconds: Node drops
// fractions, and such a timer would be early.
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
