/** One question. Neither the order nor the ids of the options reveal the right one. */
export type IdentityQuestion = {
  readonly text: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
  /** The id of the right option. Only the demonstration sends it to the browser. */
  readonly right: string
}

export type QuestionCheck = {
  readonly kind: 'embedded'
  /** Returns questions about a person, different each time; null if the RUN is unknown or the card number is not theirs. */
  readonly ask: (run: string, cardNumber: string) => Promise<readonly IdentityQuestion[] | null>
}

export type ProvenPerson = {
  readonly run: string
  readonly names: string | null
  readonly lastname: string | null
}

/** The window is redirected to a provider and back. Both throw `ApiError('unavailable')` while it does not answer. */
export type ProviderCheck = {
  readonly kind: 'oidc'
  readonly begin: () => Promise<{
    readonly address: URL
    readonly returnState: Readonly<Record<string, string>>
  }>
  /** Returns the result of the redirect back. `refused` means that it does not belong to the check that was begun. */
  readonly finish: (
    returned: URL,
    returnState: Readonly<Record<string, string>>,
  ) => Promise<ProvenPerson | 'cancelled' | 'failed' | 'refused'>
}

export type StaffCheck = { readonly kind: 'staff' }

export type IdentityCheck = QuestionCheck | ProviderCheck | StaffCheck

export type FindIdentityCheck = (kind: IdentityCheck['kind']) => IdentityCheck | null
