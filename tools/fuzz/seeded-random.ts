/** Repeatable random numbers. Every test failure names the seed that repeats its adversarial calls. */

/** Number of adversarial calls of each operation in each role; `npm run fuzz -w tools -- ROUNDS [SEED]` raises it. */
export const rounds = Number(process.env.FUZZ_ROUNDS ?? 3)
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

export type SeededRandom = {
  /** Returns an integer from 0 up to but not including `end`. */
  readonly below: (end: number) => number
  readonly one: <T>(choices: readonly T[]) => T
  readonly shuffled: <T>(list: readonly T[]) => T[]
}

/** Creates a generator that repeats for the same name and seed: mulberry32 over a hash of both. */
export function createSeededRandom(name: string): SeededRandom {
  let state = seed
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    one: <T>(choices: readonly T[]) => choices[below(choices.length)] as T,
    shuffled: (list) => {
      const left = [...list]
      const drawn: typeof left = []
      while (left.length > 0) drawn.push(...left.splice(below(left.length), 1))
      return drawn
    },
  }
}
