/** The settings of the installation that a legal text may name: how long data are stored, and the ages of minors. */
export const legalSettings = [
  'passportDays',
  'draftsDays',
  'sessionsDays',
  'sharesDays',
  'mailTextsDays',
  'mailsDays',
  'exportHours',
  'ageReserve',
  'ageConsent',
  'ageAdult',
] as const
