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
