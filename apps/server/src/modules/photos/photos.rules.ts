/** Decides which images of a person a caller may see. */

export const pictureKinds = ['file_profile', 'file_passport', 'file_passport_patient'] as const
export type PictureKind = (typeof pictureKinds)[number]

export type Viewing = {
  readonly self: boolean
  readonly staff: boolean
  /** Whether an approved link of a family group exists between the two people. */
  readonly linked: boolean
}

/** Returns the kinds of images that a caller may see; none for a stranger, who gets 404. */
export function visibleTo({ self, staff, linked }: Viewing): readonly PictureKind[] {
  if (self || staff) return pictureKinds
  return linked ? ['file_profile'] : []
}
