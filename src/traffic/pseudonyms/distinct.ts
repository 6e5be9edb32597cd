type Numbers = BigInt64Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

const initialSize = 1024;

/** Different numbers in 8 bytes each, whatever their amount: at most three quarters of the memory are unused. */
export class Distinct<Column extends Numbers> {
  readonly #create: (length: number) => Column;
  #numbers: Column;
  #count = 0;
  /** How many of them, from the first on, are sorted and different. */
  #sorted = 0;
  #last: Column[number] | undefined;

  constructor(create: (length: number) => Column) {
    this.#create = create;
    this.#numbers = create(initialSize);
  }

  /** Adds a number. */
  add(value: Column[number]): void {
    // Equal numbers often follow each other.
    if (value === this.#last) return;
    this.#last = value;
    if (this.#count === this.#numbers.length) this.#makeRoom();
    this.#numbers[this.#count] = value;
    this.#count += 1;
  }

  /** Returns each number once, in rising order. It is valid until the next one is added. */
  sorted(): Column {
    const numbers = this.#numbers.subarray(0, this.#count) as Column;
    if (this.#sorted === this.#count) return numbers;
    numbers.sort();
    let kept = 0;
    for (const number of numbers) if (kept === 0 || number !== numbers[kept - 1]) numbers[kept++] = number;
    this.#count = kept;
    this.#sorted = kept;
    return numbers.subarray(0, kept) as Column;
  }

  #makeRoom(): void {
    const { length } = this.sorted();
    if (2 * length <= this.#numbers.length) return;
    const larger = this.#create(2 * this.#numbers.length);
    // The types of the two columns are the same, which their union does not say.
    (larger as Float64Array).set(this.#numbers as Float64Array);
    this.#numbers = larger;
  }
}
