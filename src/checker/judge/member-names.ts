/** The names of an object's members: few as a rule, and then a set costs more than it saves. */
export class MemberNames {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;
  /** Whether any name came twice. */
  repeat = false;

  /** False where the name was there already. */
  add(name: string): boolean {
    const known = this.#many?.has(name) ?? this.#few.includes(name);
    this.repeat ||= known;
    if (known) return false;
    if (this.#few.length < 16) this.#few.push(name);
    else {
      this.#many ??= new Set(this.#few);
      this.#many.add(name);
    }
    return true;
  }
}
