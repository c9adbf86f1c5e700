/** Which of a person's pictures somebody may look at. */

export const pictureKinds = ['file_profile', 'file_passport', 'file_passport_patient'] as const
export type PictureKind = (typeof pictureKinds)[number]

export type Viewing = {
  readonly self: boolean
  readonly staff: boolean
  /** An approved link of the family group joins them. */
  readonly linked: boolean
}

/** Nothing at all for a stranger: to them the person is not there. */
export function visibleTo({ self, staff, linked }: Viewing): readonly PictureKind[] {
  if (self || staff) return pictureKinds
  return linked ? ['file_profile'] : []
}

/** How long a passport's pictures are kept after the decision about it, in days. */
