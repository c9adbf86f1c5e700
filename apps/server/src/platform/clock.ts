/** The only source of "now": tests and drills put another one in its place. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
