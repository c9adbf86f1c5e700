/** The only source of the present time. Tests and failure tests replace it with a clock of their own. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
