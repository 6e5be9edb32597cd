import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** An encrypted file of records, as another thread gets it. */
export type Spool = {
  readonly descriptor: number;
  /** 32 bytes, which are only in memory. */
  readonly key: Uint8Array;
};

/** A spool of this process. */
export type OpenSpool = Spool & {
  /** Closes the file, which frees its space. */
  close(): void;
};

const algorithm = 'aes-256-gcm';
/** A record: the length of its encrypted text, the tag that authenticates it, the encrypted text. */
const [lengthBytes, tagBytes, nonceBytes] = [4, 16, 12];
const headBytes = lengthBytes + tagBytes;

/**
 * Opens an empty spool beside a file, so that it is on the same disk, and removes its name at once: whatever happens to the
 * process, its space is freed. Where the name of an open file cannot be removed, it is removed at the end, and all that a killed
 * process leaves is a file that nobody can read. Throws the error of the file system.
 *
 * @param remove removes a name. Default: that of node:fs
 */
export function openSpool(file: string, remove: (path: string) => void = unlinkSync): OpenSpool {
  const isPlain = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  const folder = isPlain ? dirname(file) : tmpdir();
  const path = join(folder, `.${basename(file)}.${randomUUID()}.spool`);
  const descriptor = openSync(path, 'wx+', 0o600);
  const removeLater = (): void => rmSync(path, { force: true });
  try {
    remove(path);
  } catch {
    process.once('exit', removeLater);
  }
  let isOpen = true;
  return {
    descriptor,
    key: randomBytes(32),
    close() {
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
      removeLater();
      process.off('exit', removeLater);
    },
  };
}

/** Returns what appends a record. If it throws the error of the file system, the spool has the records before. */
export function appendTo({ descriptor, key }: Spool): (record: Buffer) => void {
  const secret = createSecretKey(key);
  let count = 0;
  let end = 0;
  return (record) => {
    const cipher = createCipheriv(algorithm, secret, nonceOf(count));
    const coded = [cipher.update(record), cipher.final()];
    const head = Buffer.alloc(lengthBytes);
    head.writeUInt32LE(record.length);
    const bytes = Buffer.concat([head, cipher.getAuthTag(), ...coded]);
    try {
      for (let at = 0; at < bytes.length; )
        at += writeSync(descriptor, bytes, at, bytes.length - at, end + at);
    } catch (error) {
      removePart(descriptor, end);
      throw error;
    }
    count += 1;
    end += bytes.length;
  };
}

/** Removes what was written of a record. */
function removePart(descriptor: number, end: number): void {
  try {
    ftruncateSync(descriptor, end);
  } catch {
    // The reader refuses a part of a record.
  }
}

/** Reads the records in their order. Throws an error if one was changed, left out or moved. */
export function* readSpool({ descriptor, key }: Spool): Generator<Buffer> {
  const secret = createSecretKey(key);
  const { size } = fstatSync(descriptor);
  const head = Buffer.alloc(headBytes);
  let count = 0;
  for (let at = 0; at < size; count += 1) {
    readInto(head, descriptor, at);
    const coded = Buffer.allocUnsafe(head.readUInt32LE());
    readInto(coded, descriptor, at + headBytes);
    const decipher = createDecipheriv(algorithm, secret, nonceOf(count)).setAuthTag(
      head.subarray(lengthBytes),
    );
    yield Buffer.concat([decipher.update(coded), decipher.final()]);
    at += headBytes + coded.length;
  }
}

/** The key is used for one spool only, so the number of a record is used once. */
function nonceOf(count: number): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUIntLE(count, 0, 6);
  return nonce;
}

function readInto(bytes: Buffer, descriptor: number, position: number): void {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(descriptor, bytes, at, bytes.length - at, position + at);
    if (read === 0) throw new Error('the spool is shorter than its records');
    at += read;
  }
}
