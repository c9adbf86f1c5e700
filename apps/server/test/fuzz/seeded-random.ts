/** Chance that can be thrown again: a run of hostile calls is told by its seed, which every failure names. */

/** Hostile calls of one operation in one role; `npm run fuzz -- ROUNDS [SEED]` asks for more of them. */
export const rounds = Number(process.env.FUZZ_ROUNDS ?? 20)
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

export type SeededRandom = {
  /** From 0 up to, and without, `end`. */
  readonly below: (end: number) => number
  readonly one: <T>(choices: readonly T[]) => T
  readonly shuffled: <T>(list: readonly T[]) => T[]
}

/** The same for the same name and seed: mulberry32 over a hash of both. */
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
