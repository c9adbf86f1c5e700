export type SentElements = {
  readonly status:
    | 'registered'
    | 'partial'
    | 'preliminary'
    | 'final'
    | 'amended'
    | 'corrected'
    | 'appended'
    | 'cancelled'
    | 'entered-in-error'
    | 'unknown'
  readonly identifier: readonly object[]
  /** Missing if a part of the observation is not shown, which the code may name. */
  readonly code?: {
    readonly coding?: { system?: string; code?: string; display?: string }[]
    readonly text?: string
  }
  readonly members?: readonly number[]
  readonly category?: readonly object[]
  readonly effectiveDateTime?: string
  readonly effectivePeriod?: object
  readonly issued?: string
  readonly components?: number
}
