/** Decides which images of a person a caller may see. */

// The key of an image contains the index of its kind in this list.
export const photoKinds = ['file_profile', 'file_passport', 'file_passport_patient', 'file_selfie'] as const
export type PhotoKind = (typeof photoKinds)[number]
export const proofKinds = ['file_passport', 'file_passport_patient', 'file_selfie'] as const

export type Viewing = {
  readonly self: boolean
  readonly staff: boolean
  /** Whether an approved link of a family group exists between the two people. */
  readonly linked: boolean
}

/** Returns the kinds of images that a caller may see; none for a stranger, who gets 404. */
export function visibleTo({ self, staff, linked }: Viewing): readonly PhotoKind[] {
  if (self || staff) return photoKinds
  return linked ? ['file_profile'] : []
}
