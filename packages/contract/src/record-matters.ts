/** The matters to which an adult can give another adult access, in the order in which they are shown. */
export const delegableMatters = ['appointments', 'exams', 'requests'] as const
export type DelegableMatter = (typeof delegableMatters)[number]

/**
 * The part of a record that a call is about. `whole` is everything that cannot be given to another adult: personal data, shares,
 * data exports, messages and requests about personal data. Only the patient, a guardian and staff have access to it.
 */
export type RecordMatter = DelegableMatter | 'whole'
