export type Ages = {
  /** From this age on, a guardian does not see what the law reserves to the patient. */
  readonly reserve: number
  readonly paediatric: number
  /** From this age on, a person consents for themself. */
  readonly consent: number
  readonly adult: number
}

export type AgeStep = Exclude<keyof Ages, 'paediatric'>
