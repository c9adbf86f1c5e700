// The key of an image contains the index of its kind in this list.
export const photoKinds = ['file_profile', 'file_passport', 'file_passport_patient', 'file_selfie'] as const
export type PhotoKind = (typeof photoKinds)[number]
export const proofKinds = ['file_passport', 'file_passport_patient', 'file_selfie'] as const

type Viewing = {
  readonly self: boolean
  readonly staff: boolean
  readonly linked: boolean
}

export function visibleTo({ self, staff, linked }: Viewing): readonly PhotoKind[] {
  if (self || staff) return photoKinds
  return linked ? ['file_profile'] : []
}
