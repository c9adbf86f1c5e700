/** The ages that rules turn on, in completed years; settings of the installation. */
export type Ages = {
  /** From here on what the law reserves is kept from a guardian. */
  readonly reserve: number
  /** Below it paediatrics attends. */
  readonly paediatric: number
  /** From here on a person consents for themself. */
  readonly consent: number
  readonly adult: number
}
