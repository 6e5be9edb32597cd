/** Writes a value as JSON that keeps bigints and maps. Fields that are undefined are left out. */
export function pack(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'bigint') return { $: `${one}` };
    if (one instanceof Map) return { $: [...one] };
    return typeof one === 'object' && one !== null && '$' in one ? { $: { o: Object.entries(one) } } : one;
  });
}

/** Reads what `pack` wrote. */
export function unpack(text: string): unknown {
  return JSON.parse(text, (_key, one: unknown) => {
    if (typeof one !== 'object' || one === null || !('$' in one)) return one;
    const { $: packed } = one;
    if (typeof packed === 'string') return BigInt(packed);
    return Array.isArray(packed)
      ? new Map(packed)
      : Object.fromEntries((packed as { o: [string, unknown][] }).o);
  });
}
