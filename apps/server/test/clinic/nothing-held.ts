/** Held results of an archive in which every result is visible. */
export const nothingHeld = { listHeldExams: () => Promise.resolve([]) }
