type Present<T> = {
  [K in keyof T as Extract<T[K], null | undefined> extends never ? K : never]: T[K]
} & {
  [K in keyof T as Extract<T[K], null | undefined> extends never ? never : K]?: Exclude<
    T[K],
    null | undefined | ''
  >
}

/** Returns a resource, or a part of one, without the members that are null, undefined or empty: FHIR has no empty elements. */
export function omitEmpty<T extends object>(members: T): Present<T> {
  const isPresent = (member: unknown) =>
    member !== null &&
    member !== undefined &&
    member !== '' &&
    !(Array.isArray(member) && member.length === 0)
  return Object.fromEntries(Object.entries(members).filter(([, member]) => isPresent(member))) as Present<T>
}
