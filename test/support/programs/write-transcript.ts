import { transcript } from '../../faults/transcript.ts';

/** Writes the transcript of a seed to stdout, in its own process. */
process.stdout.write(await transcript(process.argv[2] ?? '1'));
