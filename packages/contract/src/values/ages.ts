/** The ages that rules depend on, in completed years; they are settings of the installation. */
export type Ages = {
  /** From this age on, a guardian does not see what the law reserves to the patient. */
  readonly reserve: number
  /** Below this age, paediatrics attends the patient. */
  readonly paediatric: number
  /** From this age on, a person consents for themself. */
  readonly consent: number
  readonly adult: number
}

export type AgeStep = Exclude<keyof Ages, 'paediatric'>
