/** `imageMinutes`: how long an opening of a share shows images before the code is asked for again. */
export const shareLimits = {
  days: 7,
  openings: 10,
  wrongCodes: 10,
  aDay: 10,
  comment: 500,
  otherExams: 50,
  imageMinutes: 60,
} as const
