/**
 * Pseudo-random numbers that are the same in every run. Each row has a stream that depends on seed, table and
 * row.
 */

export type SeededRandom = {
  /** Returns a number from 0 up to but without 1. */
  readonly share: () => number
  /** Returns an integer from 0 up to but without `count`. */
  readonly below: (count: number) => number
  /** Returns one of the elements. Earlier ones are likelier. */
  readonly likely: <T>(from: readonly T[]) => T
}

function mixed(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x85eb_ca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/** Creates a generator. `at` moves it to a row and returns the same object each time. */
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
