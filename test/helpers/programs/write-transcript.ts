import { transcript } from '../../simulator/environment/faults/transcript.ts';

/** Writes the transcript of a seed to stdout, from a process of its own. */
process.stdout.write(await transcript(process.argv[2] ?? '1'));
