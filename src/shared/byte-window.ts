import type { FileHandle } from 'node:fs/promises';

const windowBytes = 512 * 1024;

/** A part of a file that moves along it, so that a large file is never in memory as a whole. */
export class ByteWindow {
  /** The part; ends with the file where `atEnd`. */
  bytes: Buffer = Buffer.alloc(0);
  atEnd = false;
  readonly #file: FileHandle;
  readonly #memory: Buffer = Buffer.allocUnsafeSlow(windowBytes);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Moves the window: it begins at what was at this offset. False where it cannot show anything new then. */
  async moveTo(offset: number): Promise<boolean> {
    const kept = this.bytes.copy(this.#memory, 0, offset);
    let filled = kept;
    while (!this.atEnd && filled < windowBytes) {
      const { bytesRead } = await this.#file.read(this.#memory, filled, windowBytes - filled);
      this.atEnd = bytesRead === 0;
      filled += bytesRead;
    }
    this.bytes = this.#memory.subarray(0, filled);
    return filled > kept;
  }
}
