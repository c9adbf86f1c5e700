/** Meanings of the number of a rejected sign-in. */
export const signInErrorNumber = {
  cameOfAge: 1,
  noAccount: 2,
  elsewhere: 3,
  wrongPassword: 4,
  profileDeleted: 5,
  disabled: 6,
  awaitingValidation: 7,
  wrongSecondFactor: 8,
  tooManyAttempts: 9,
  locked: 14,
} as const

/** Returns whether a rejection is final and is shown in a dialog. */
export function isShownAsDialog(error: { readonly number?: number | undefined }): boolean {
  return error.number === signInErrorNumber.cameOfAge || error.number === signInErrorNumber.profileDeleted
}
