export type StreamedEntry = {
  readonly id: number
  readonly at: string
  readonly actor_id: number | null
  readonly actor_role: string
  readonly action: string
  readonly patient_id: number | null
  readonly object: string | null
  readonly outcome: string
  readonly ip: string | null
  readonly request_id: string | null
  readonly detail: unknown
}

export type AuditStream = {
  /** The address of the system, without secrets. */
  readonly destination: string
  /** Sends entries in their order. Rejects if not all of them were accepted; all of them are then sent again. */
  readonly send: (entries: readonly StreamedEntry[]) => Promise<void>
}
