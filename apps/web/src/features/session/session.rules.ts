import { robotCheckNumber } from '../../lib/robot-check.ts'

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
  robotCheck: robotCheckNumber,
} as const
