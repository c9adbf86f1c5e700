/** Meanings of the number of a rejected sign-in. */
export const refusalCode = {
  cameOfAge: 1,
  noAccount: 2,
  elsewhere: 3,
  wrongPassword: 4,
  profileDeleted: 5,
  disabled: 6,
  awaitingValidation: 7,
  wrongSecondFactor: 8,
  tooManyTries: 9,
} as const

/** Returns whether a rejection is final and is shown in a dialog. */
export function isPopup(refusal: { readonly number?: number | undefined }): boolean {
  return refusal.number === refusalCode.cameOfAge || refusal.number === refusalCode.profileDeleted
}
