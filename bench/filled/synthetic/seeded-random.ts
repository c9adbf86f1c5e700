/** Chance that is the same every time: a stream of numbers for each row, by the seed, the table and the row. */

export type SeededRandom = {
  /** From 0 up to 1. */
  readonly share: () => number
  /** A whole number from 0 up to `count`. */
  readonly below: (count: number) => number
  /** One of them; the earlier it stands, the likelier. */
  readonly likely: <T>(from: readonly T[]) => T
}

function mixed(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x85eb_ca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/** Gives the same object for every row: set to the row, then asked. */
export function createSeededRandom(seed: number, table: number): { at: (row: number) => SeededRandom } {
  const start = mixed(mixed(seed) ^ Math.imul(table + 1, 0x9e37_79b9))
  let state = 0
  const share = () => {
    state = (state + 0x6d2b_79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const chance: SeededRandom = {
    share,
    below: (count) => Math.floor(share() * count),
    likely: <T>(from: readonly T[]) => {
      const at = share()
      return from[Math.floor(from.length * (0.3 + 0.7 * at) * at)] as T
    },
  }
  return {
    at: (row) => {
      state = mixed(start ^ mixed(row))
      return chance
    },
  }
}
