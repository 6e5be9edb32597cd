import { type ChurnOptions, churn } from '../../hostile/churn.ts';

/** A churn in its own process, so that it does not delay the requests that are measured. Options: JSON in an argument. */
const options: ChurnOptions = JSON.parse(process.argv[2] ?? '{}');
process.send?.(await churn(options));
process.disconnect();
