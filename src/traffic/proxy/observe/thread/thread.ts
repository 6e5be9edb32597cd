import { parentPort, workerData } from 'node:worker_threads';
import { judgeMessages } from './judge-messages.ts';
import type { ThreadData } from './messages.ts';

// The entry of the thread that `startObserving` starts.
if (parentPort !== null) void judgeMessages(parentPort, workerData as ThreadData);
