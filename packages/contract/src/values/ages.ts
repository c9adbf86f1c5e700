/** The ages that rules depend on, in completed years; they are settings of the installation. */
export type Ages = {
  /** From this age on, a guardian does not see what the law reserves to the patient. */
  readonly reserve: number
  readonly paediatric: number
  /** From this age on, a person consents for themself. */
  readonly consent: number
  readonly adult: number
}

/** The ages of a minor at which the rights of a guardian change. */
export type AgeStep = Exclude<keyof Ages, 'paediatric'>
