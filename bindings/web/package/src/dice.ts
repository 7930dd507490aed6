/** The random numbers of `sampleChance()`. */

const GOLDEN = 0x9e3779b97f4a7c15n;
const u64 = (bits: bigint) => BigInt.asUintN(64, bits);

/**
 * Returns 32 random bits: result number `count` of the generator SplitMix64, where the first result
 * has number 0. The Python package uses the same random numbers.
 */
export function dice(seed: bigint, count: number): number {
  let bits = u64(seed + GOLDEN * BigInt(count + 1));
  bits = u64((bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
  bits = u64((bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
  return Number((bits ^ (bits >> 31n)) >> 32n);
}
