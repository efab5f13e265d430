// Money and tokens as people read them: `$0.12`, `12,345 tokens`.

/** Small amounts keep two significant digits: a run may cost less than a cent. */
export const formatMoney = ({amount, currency}: {readonly amount: number; readonly currency: string}): string => {
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(amount))));
  const text = amount.toFixed(digits);
  const sign = SIGNS[currency];
  return sign === undefined ? `${text} ${currency}` : `${sign}${text}`;
};

export const formatTokens = ({input, output}: {readonly input: number; readonly output: number}): string =>
  `${input.toLocaleString('en-US')} + ${output.toLocaleString('en-US')} tokens`;

const SIGNS: Readonly<Record<string, string>> = {USD: '$', EUR: '€', GBP: '£'};
