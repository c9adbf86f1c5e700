/**
 * Chance that falls the same way every time: each subject draws from a stream of its own, so that changing one leaves
 * the others as they were. FNV-1a over the subject's name seeds the generator mulberry32 (both in the public domain).
 */
export type SeededRandom = {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly whole: (low: number, high: number) => number
  readonly pick: <T>(from: readonly T[]) => T
  readonly happens: (probability: number) => boolean
  /** About a normal distribution with that mean and standard deviation, never farther out than three of them. */
  readonly around: (mean: number, deviation: number) => number
}

export function createSeededRandom(subject: string): SeededRandom {
  let state = seedOf(subject)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    pick: (from) => {
      const picked = from[whole(0, from.length - 1)]
      if (picked === undefined) throw new Error(`demonstration: nothing to pick for ${subject}`)
      return picked
    },
    happens: (probability) => next() < probability,
    around: (mean, deviation) => {
      let sum = 0
      for (let i = 0; i < 6; i++) sum += next()
      return mean + Math.max(-3, Math.min(3, (sum - 3) * Math.SQRT2)) * deviation
    },
  }
}

function seedOf(subject: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < subject.length; i++) {
    hash = Math.imul(hash ^ subject.charCodeAt(i), 0x01000193)
  }
  return hash
}
